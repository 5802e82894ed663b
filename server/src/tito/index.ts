/** Token-In, Token-Out: ids that were sampled are kept, and only what the template adds is appended. */
export { BufferError, type BufferErrorCode } from './bufferError.ts';
export { lossPositions, type BufferTurn, type Freeze, type SeamRepair, type Snapshot } from './snapshot.ts';
export { TokenBuffer, type BufferOptions, type Seam, type SeamOptions } from './tokenBuffer.ts';
