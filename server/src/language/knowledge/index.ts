/** What the editor knows of the language and of chat templates, in tables. */
export { parameterLabel, signatureOf } from './entry.ts';
export type { Entry, Parameter } from './entry.ts';
export { FILTERS } from './filters.ts';
export { FUNCTIONS } from './functions.ts';
export { TAGS, UNAVAILABLE_TAGS, WORDS } from './keywords.ts';
export type { Tag } from './keywords.ts';
export { CONTEXT_SHAPES, NAMED_SHAPES, ROLES, SHAPES } from './shapes.ts';
export type { Member, Shape, ShapeName } from './shapes.ts';
export { TESTS } from './tests.ts';
export { CONTEXT_VARIABLES, SPECIAL_NAMES, SPECIAL_TOKENS } from './variables.ts';
