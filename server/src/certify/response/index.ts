export { learnFormat } from './learn.ts';
export { parseResponse, type ParseOptions } from './parse.ts';
export type { ParsedCall, ParsedResponse, ParsedTurn, Malformed, Piece } from './parsed.ts';
export type { ResponseFormat } from './format.ts';
export { responseFormatOf } from './formatOf.ts';
export { roundTrip, emit, type Emitted, type Place, type RoundTrip } from './roundTrip.ts';
export { faultOf, sameCalls, type LostPart, type TripFault } from './faults.ts';
export { asParsed, messageOf } from './message.ts';
export { allTurns, toolsFor, turnsFor, turnSchemas, turnTools, type Turn } from './turns.ts';
