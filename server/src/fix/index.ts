export { applyEdits } from './edits.ts';
export { proveFixes } from './prove.ts';
export { repair, type Repaired } from './repair.ts';
