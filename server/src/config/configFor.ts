import picomatch from 'picomatch';
import type { Config, ConfigFields } from './config.ts';

/**
 * What a config says of one template: overrides whose globs match go over what is said of all, the later over the
 * earlier. `path` is relative to the config file, with slashes.
 */
export function configFor({ overrides, ...common }: Config, path: string): ConfigFields {
  return overrides
    .filter(({ files }) => files.some((glob) => matches(glob.replace(/^\.\//, ''), path)))
    .reduce<ConfigFields>((fields, { files: _, ...override }) => merged(fields, override), common);
}

/** A glob without a slash is of the file's name, wherever the file lies. */
function matches(glob: string, path: string): boolean {
  return picomatch(glob, { dot: true, basename: !glob.includes('/') })(path);
}

/** Tables are merged entry by entry; everything else is replaced. */
function merged(below: ConfigFields, over: ConfigFields): ConfigFields {
  return {
    ...below,
    ...over,
    severities: { ...below.severities, ...over.severities },
    kwargs: { ...below.kwargs, ...over.kwargs },
  };
}
