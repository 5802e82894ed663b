import { expect, test } from 'vitest';
import { complaintsOf, schema } from '../testing/schemas.ts';
import { jsonWriter } from './json.ts';
import { broken, sound, unreadable } from './testing/checked.ts';

const validate = schema('report');

test.each([
  ['a template with findings and a fix', [broken]],
  ['a template without', [sound]],
  ['one that does not compile', [unreadable]],
  ['several', [broken, sound, unreadable]],
])('the report of %s is one that the schema describes', (_, checked) => {
  const report: unknown = JSON.parse(jsonWriter.write(checked, { color: false, version: '1.2.3' }));
  expect(complaintsOf(validate, report)).toEqual([]);
  expect(Array.isArray(report)).toBe(checked.length > 1);
});

test('the schema refuses what is no report', () => {
  expect(complaintsOf(validate, { template: {} })).not.toEqual([]);
});
