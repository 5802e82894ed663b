export { applyEdits } from './edits.ts';
export { proveFixes } from './prove.ts';
