/** For tests: the published schemas, compiled. */
import { readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
  ) as object;

export function schema(name: string): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strictTypes: false, schemas: [read('definitions')] });
  return ajv.compile(read(name));
}

/** What is wrong with a value, in words; empty where nothing is. */
export function complaintsOf(validate: ValidateFunction, value: unknown): string[] {
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
