/** Other copies of a template on this machine's disk. */
import { copiesOf, type TemplateCopy } from '../tokenizer/index.ts';
import { nodeFolders } from './nodeFolders.ts';

/** What can't be read holds none. */
export const templateCopies = (templatePath: string, source: string): Promise<readonly TemplateCopy[]> =>
  copiesOf(nodeFolders, templatePath, source).catch(() => []);
