export { applyEdits } from './edits.ts';
export { withVariable } from './guard.ts';
export { proveEdits, proveFixes } from './prove.ts';
export { repair, type Repaired } from './repair.ts';
export { searchFixes, type Search, type SearchLimits } from './search.ts';
export type { Obstacle } from './obstacles.ts';
