/** The token layer: text to ids with exact spans and back, as the model's own tokenizer does it. */
export { loadTokenizer } from './load.ts';
export type { AddedToken, Encoding, PostProcessing, Tokenizer, TokenizerFiles } from './types.ts';
export { TokenizerError } from './types.ts';
export { readTokenizerFiles, type FolderReader } from './find/files.ts';
export {
  findTokenizer,
  type TokenizerOrigin,
  type TokenizerRequest,
  type TokenizerSearch,
} from './find/find.ts';
export { cachedSnapshot, hubCacheFolder, parseRepository, type Environment } from './find/hubCache.ts';
export { chooseTemplate, findTemplates, templatesInConfig, type TemplateSource } from './find/templates.ts';
export { checkCanonical, type CanonicalCheck, type SegmentationDifference } from './analysis/canonical.ts';
export {
  measureDrift,
  randomSegmentations,
  type DriftOptions,
  type DriftReport,
  type DriftSample,
} from './analysis/drift.ts';
export {
  concatRule,
  joinDelta,
  type ConcatCheck,
  type Junction,
  type JunctionRule,
} from './analysis/junction.ts';
