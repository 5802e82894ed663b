/** What this machine's config file says of a template, as the language server takes it. */
import type { TemplateConfig } from '../lsp/server.ts';
import { configInForce, nearestConfig, noConfig } from './nodeConfig.ts';

export async function templateConfig(templatePath: string | null): Promise<TemplateConfig> {
  const { settings, profiles, tokenizer, conversations, problems } = await configOf(templatePath).catch(
    (error: Error) => ({
      ...noConfig,
      problems: [error.message],
    }),
  );
  const { use = 'rl', severities = {}, kwargs = {}, trajectories = [] } = settings;
  return {
    settings: { use, severities, kwargs, profiles, trajectories },
    tokenizer,
    conversations,
    problems,
  };
}

async function configOf(templatePath: string | null) {
  const file = templatePath === null ? null : await nearestConfig(templatePath);
  return file === null || templatePath === null ? noConfig : configInForce(file, templatePath);
}
