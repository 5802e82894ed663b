/** As the manifest names them. */
export const SHOW_TOKEN_DIFF = 'chatTemplate.showTokenDiff';
export const SHOW_TOOL_DELTA = 'chatTemplate.showToolDelta';
export const SHOW_TOKENS = 'chatTemplate.showTokens';
export const SHOW_ROUND_TRIP_DRIFT = 'chatTemplate.showRoundTripDrift';
export const EXPORT_TITO_KIT = 'chatTemplate.exportTitoKit';
export const CERTIFY = 'chatTemplate.certify';
export const SAVE_CERTIFICATE = 'chatTemplate.saveCertificate';
export const CONFIRM_WITH_PYTHON = 'chatTemplate.confirmWithPython';
export const COMPARE_ENGINES = 'chatTemplate.compareEngines';
export const CHOOSE_TOKENIZER = 'chatTemplate.chooseTokenizer';
export const PREVIEW_FIX = 'chatTemplate.previewFix';
export const RESTART_SERVER = 'chatTemplate.restartServer';
export const SHOW_LOG = 'chatTemplate.showLog';
