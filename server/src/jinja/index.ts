/**
 * The Jinja engine: CPython Jinja2 as `transformers` sets it up, with provenance. No file system, no clock, no
 * network: the date and the random source are passed in. Nothing here throws on a bad template or context.
 */
export type { Span, Template, Node } from './syntax/ast.ts';
export type { Run } from './trace/provenance.ts';
export type { Trace, Decision, Write, Read } from './trace/trace.ts';
export type { Value } from './values/types.ts';
export { InputPath, List, Dict, Str, Float, Tuple, Undefined } from './values/types.ts';
export type { Budget, Parsed, Program, Rendered, RenderOptions, TemplateError } from './api.ts';
export { parseTemplate as parse } from './syntax/parser.ts';
export { compile, load, DEFAULT_BUDGET, type Loaded } from './load.ts';
export { contextFromJson, contextOf, type ContextRead } from './context.ts';
