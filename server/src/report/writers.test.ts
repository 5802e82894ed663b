import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv4 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { complaintsOf } from '../testing/schemas.ts';
import { githubWriter } from './github.ts';
import { htmlWriter } from './html/index.ts';
import { junitWriter } from './junit.ts';
import { markdownWriter } from './markdown.ts';
import { uriOf } from './place.ts';
import { writers } from './registry.ts';
import { sarifWriter } from './sarif.ts';
import { broken, checkedText, sound, unreadable } from './testing/checked.ts';

const options = { color: false, version: '1.2.3' };
const everything = [broken, sound, unreadable];
const finding = broken.certification.findings.find(({ code }) => code === 'CT101')!;

describe('every writer', () => {
  test.each(writers.map((writer) => [writer.format, writer] as const))(
    '%s says the same twice, names templates and codes, and writes nothing half',
    (_, writer) => {
      const written = writer.write(everything, options);
      expect(written).toBe(writer.write(everything, options));
      expect(written).toContain('templates/');
      expect(written).toMatch(/\n$/);
      expect(writer.write([unreadable], options)).toContain('Expected an expression');
    },
  );
});

describe('SARIF', () => {
  const path = createRequire(import.meta.url).resolve(
    '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
  );
  const ajv = new Ajv4({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  const log = JSON.parse(sarifWriter.write(everything, options)) as Log;

  test('is what its schema describes', () => expect(complaintsOf(validate, log)).toEqual([]));
  test('the schema refuses what is none', () =>
    expect(complaintsOf(validate, { ...log, version: '3' })).not.toEqual([]));

  test('points at the finding, with its rule and its fix', () => {
    const [run] = log.runs;
    const result = run!.results!.find(({ ruleId }) => ruleId === 'CT101')!;
    expect(run!.tool.driver.rules![result.ruleIndex!]!.id).toBe('CT101');
    const { artifactLocation, region } = result.locations![0]!.physicalLocation!;
    expect(artifactLocation!.uri).toBe('templates/fires%20%26%20%3Cmore%3E.jinja');
    const line = broken.source.split('\n')[region!.startLine! - 1]!;
    expect(line.slice(region!.startColumn! - 1, region!.endColumn! - 1)).toBe(
      broken.source.slice(finding.span.start, finding.span.end),
    );
    expect(result.fixes?.length ?? 0).toBe(
      broken.fixes.filter((fix) => broken.certification.findings[fix.finding] === finding).length,
    );
  });

  test('says no line of a file that only holds the template', () => {
    const inJson = { ...broken, path: 'tokenizer_config.json' };
    const [run] = (JSON.parse(sarifWriter.write([inJson], options)) as Log).runs;
    const [result] = run!.results!;
    expect(result!.locations![0]!.physicalLocation!.region).toBeUndefined();
    expect(result!.message.text).toMatch(/^line \d+, column \d+ of the template: /);
  });

  test.each([
    ['a b/c.jinja', 'a%20b/c.jinja'],
    ['/a/b.jinja', 'file:///a/b.jinja'],
    ['C:\\a\\b.jinja', 'file:///C:/a/b.jinja'],
  ])('%s is %s', (path, uri) => expect(uriOf(path)).toBe(uri));
});

describe('JUnit', () => {
  const xml = junitWriter.write(everything, options);

  test('has a case per property and conversation', () => {
    expect(xml).toMatch(
      /<testcase classname="append\.tool" name="tool-call" file="templates\/sound\.jinja"\/>/,
    );
    expect(xml).toMatch(
      /<testcase classname="append\.tool" name="[\w-]+" file="templates\/fires &amp; &lt;more&gt;\.jinja"><failure /,
    );
  });
  test('counts what it holds', () => {
    const [, tests, failures] = /<testsuites name="chat-template" tests="(\d+)" failures="(\d+)"/.exec(xml)!;
    expect(xml.match(/<testcase /g)).toHaveLength(Number(tests));
    expect(xml.match(/<failure /g)).toHaveLength(Number(failures));
  });
  test('says a template that does not compile as a failure', () =>
    expect(junitWriter.write([unreadable], options)).toContain('<failure message="TemplateSyntaxError'));
  test('holds no character that XML has not', () => {
    const odd = checkedText('odd\u0001.jinja', "{{ raise_exception('\u0002') }}");
    expect(junitWriter.write([odd], options)).not.toMatch(/[\u0000-\u0008]/);
  });
});

describe('GitHub annotations', () => {
  test('stand at their lines, with nothing that ends them early', () => {
    const lines = githubWriter
      .write([{ ...broken, path: 'a,b:c.jinja' }], options)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(broken.certification.findings.length);
    expect(lines[0]).toMatch(/^::(error|warning|notice) file=a%2Cb%3Ac\.jinja,line=\d+,endLine=\d+/);
    expect(lines.join('\n')).toContain('title=CT101::');
  });
  test('are none where nothing was found', () =>
    expect(
      githubWriter.write([{ ...sound, certification: { ...sound.certification, findings: [] } }], options),
    ).toBe(''));
});

test('Markdown holds findings, verdicts and profiles', () => {
  const text = markdownWriter.write([broken], options);
  expect(text).toContain('- **CT104** error, line ');
  expect(text).toContain('| `append.tool` | FAIL |');
  expect(text).toContain('| TorchForge | breaks |');
});

describe('HTML', () => {
  const page = htmlWriter.write(everything, options);

  test('fetches nothing and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|\b(src|href)=|url\(|@import/i);
    expect(page).toContain("default-src 'none'");
  });
  test('escapes what it shows', () => expect(page).toContain('fires &amp; &lt;more&gt;.jinja'));
  test('shows where renders part', () => {
    expect(page).toContain('Where renders part');
    expect(page).toMatch(/<span class="gone[^>]*>/);
  });
  test('marks the place of a finding', () =>
    expect(page).toContain(
      `<mark>${broken.source.slice(finding.span.start, finding.span.end).replaceAll("'", '&apos;')}</mark>`,
    ));
});
