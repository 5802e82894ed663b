import { parseTemplate } from './parser.ts';

/** Whether two templates are the same program: comments and blanks inside of tags are all that differs. */
export function sameProgram(one: string, other: string): boolean {
  const [first, second] = [shapeOf(one), shapeOf(other)];
  return first !== null && first === second;
}

/** The tree without its places; null where the text does not parse. */
function shapeOf(source: string): string | null {
  const { template } = parseTemplate(source);
  if (template === null) return null;
  return JSON.stringify(template.body, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return isSpan(value) ? undefined : value;
  });
}

function isSpan(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length === 2 && 'start' in value && 'end' in value;
}
