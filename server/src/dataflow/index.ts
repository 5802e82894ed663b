/** What a template does with its input, found by reading it: pure, over the syntax tree. */
export { dataFlowOf, type DataFlow, type FieldRead } from './reads.ts';
export { bindingsOf, scopeOf, type Binding } from './bindings.ts';
export { LaterMessages, type LookAhead } from './later.ts';
export { splitsOf, type Split } from './splits.ts';
export { encodersOf, takesOf } from './takes.ts';
export { Tree, within } from './tree.ts';
