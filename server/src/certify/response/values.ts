/** What stands in a slot of a call, as JSON text. */
import type { Json } from '../../../../protocol/conversation.ts';
import type { Slot, ValueType } from './format.ts';
import { isJson } from './jsonCalls.ts';
import { scanValue } from './scan.ts';
import { isRecord } from './style.ts';

/** The declared types of a parameter, or null where the tools say nothing of it. */
export function declaredTypes(tools: Json, name: string, key: string): readonly string[] | null {
  const declared = Array.isArray(tools) ? tools : [];
  for (const tool of declared) {
    const described = isRecord(tool) && isRecord(tool['function']) ? tool['function'] : tool;
    if (!isRecord(described) || described['name'] !== name) continue;
    const parameters = described['parameters'];
    const properties = isRecord(parameters) ? parameters['properties'] : undefined;
    const property = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const type = isRecord(property) ? property['type'] : undefined;
    if (typeof type === 'string') return [type];
    if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  }
  return null;
}

/**
 * A value that stands bare in the text. Where the template writes texts and other values alike, the tool's schema
 * decides; without one, what reads as a number, a word or a bracketed value is taken for it.
 */
export function bareValue(text: string, { types }: Slot, declared: readonly string[] | null): string {
  if (isOnly(types, 'string')) return JSON.stringify(text);
  if (types.includes('string') && declared?.includes('string')) return JSON.stringify(text);
  const scanned = scanValue(text, 0);
  const whole = scanned.ok && text.slice(scanned.end).trim() === '' && isJson(scanned.json);
  if (!whole) return JSON.stringify(text);
  const isText = scanned.json.startsWith('"');
  return isText && types.includes('string') ? JSON.stringify(text) : scanned.json;
}

const isOnly = (types: readonly ValueType[], type: ValueType) => types.length === 1 && types[0] === type;
