/**
 * The certifier: pure and synchronous, to be run where it may take its time. Editor, command line and CI ask these
 * same functions, so they can't disagree.
 */
export { certify, certifyFully, type Certified, type CertifyInput } from './certify.ts';
export type { Analysis } from './analysis.ts';
export { withSeverities, type CertifySettings } from './settings.ts';
export { certificateView } from './views/certificate.ts';
export { tokenDiff, type ViewedTemplate } from './views/tokenDiff.ts';
export { roundTripView } from './views/roundTrip.ts';
export { tokens } from './views/tokens.ts';
export { toolDelta, defaultToolResult } from './views/toolDelta.ts';
export { titoKit } from './kit/kit.ts';
export { toolDeltaOf, type Delta } from './delta.ts';
