/** The token layer: text to ids with exact spans and back, as the model's own tokenizer does it. */
export { loadTokenizer } from './load.ts';
export type { AddedToken, Encoding, PostProcessing, Tokenizer, TokenizerFiles } from './types.ts';
export { TokenizerError } from './types.ts';
export { type Conversions, type FolderReader } from './find/files.ts';
export { copiesOf, type TemplateCopy } from './find/copies.ts';
export { holdsTokenizer, isTokenizerFile } from './find/forms.ts';
export {
  findTokenizer,
  type TokenizerOrigin,
  type TokenizerRequest,
  type TokenizerSearch,
} from './find/find.ts';
export {
  cachedSnapshot,
  ggufCacheFolder,
  hubCacheFolder,
  ownCacheFolder,
  parseGgufAddress,
  parseGgufName,
  parseRepository,
  type Environment,
} from './find/hubCache.ts';
export { readGgufTemplates } from './convert/index.ts';
export type { ByteSource } from './gguf/source.ts';
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
  seamBetween,
  type ConcatCheck,
  type Junction,
  type JunctionRule,
  type Seam,
} from './analysis/junction.ts';
export {
  exactMask,
  transformersMask,
  type Edge,
  type EdgeHazard,
  type LossMask,
} from './analysis/lossMask.ts';
