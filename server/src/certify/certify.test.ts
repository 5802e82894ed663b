import { describe, expect, test } from 'vitest';
import { proveFixes, applyEdits } from '../fix/index.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { certifyFully } from './certify.ts';
import { certifyText, model, verdictsOf } from '../testing/certifying.ts';

/** Findings that name a culprit, or that end the work: other rules have tests of their own. */
const culprits = new Set(['CT001', 'CT002', 'CT101', 'CT201']);

/** Each of them as `code line:column text`, as a person sees it underlined. */
function underlined(source: string): string[] {
  const lines = new LineIndex(source);
  return certifyText(source)
    .certification.findings.filter(({ code }) => culprits.has(code))
    .map(({ code, span }) => {
      const { line, column } = lines.positionOf(span.start);
      return `${code} ${line}:${column} ${source.slice(span.start, span.end)}`;
    });
}

const sound = `{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}<|{{ m.role }}|>{{ m.reasoning_content }}{{ m.content }}{% for c in m.tool_calls %}<call>{{ c.function.name }}{{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}</call>{% endfor %}<|end|>
{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}`;

describe('the culprit', () => {
  test('a sound template has none', () => {
    expect(underlined(sound)).toEqual([]);
    expect(verdictsOf(certifyText(sound))).toMatchObject({
      'tito.audit': 'PASS',
      'append.tool': 'PASS',
      'append.tool-split': 'PASS',
      'append.user': 'PASS',
      'append.system': 'PASS',
      'append.assistant': 'PASS',
      'seam.generation': 'PASS',
      'args.shape': 'PASS',
      'survive.fields': 'PASS',
      'mask.present': 'FAIL',
      'mask.exact': 'UNSUPPORTED',
    });
  });

  test('is the condition that looked ahead', () => {
    const source = sound.replace('<|end|>', '{% if loop.last %}<|eos|>{% else %}<|end|>{% endif %}');
    expect(underlined(source)).toContain('CT101 1:299 loop.last');
  });

  test('is the ternary that looked ahead', () => {
    const source = sound.replace('<|end|>', '{{ "<|eos|>" if loop.last else "<|end|>" }}');
    expect(underlined(source)).toContain('CT101 1:309 loop.last');
  });

  test('is the condition inside the macro that wrote the text', () => {
    const source = `{% macro close(last) %}{% if last %}<|eos|>{% else %}<|end|>{% endif %}{% endmacro %}${sound.replace('<|end|>', '{{ close(loop.last) }}')}`;
    expect(underlined(source)).toContain('CT101 1:30 last');
  });

  test('is the place whose value changed where no condition did', () => {
    const source = sound.replace('<|{{ m.role }}|>', '<|{{ m.role }}|>{{ loop.revindex }}');
    expect(underlined(source)).toContain('CT101 1:85 {{ loop.revindex }}');
  });

  test('is the trailing branch of a template without generation prompt', () => {
    const source = sound.replace('<|assistant|>{% endif %}', '<|assistant|>{% else %}<|eos|>{% endif %}');
    expect(underlined(source)).toContain('CT101 2:19 add_generation_prompt');
  });

  test('is what the generation prompt writes and the finished turn lacks, never the prompt flag itself', () => {
    const source = sound.replace('<|assistant|>{% endif %}', '<|assistant|>{{ "<plan>" }}{% endif %}');
    expect(underlined(source)).toEqual(['CT201 2:59 "<plan>"']);
  });

  test('is told once per rule, however many comparisons break there', () => {
    const source = sound.replace('<|end|>', '{% if loop.last %}<|eos|>{% else %}<|end|>{% endif %}');
    expect(underlined(source).map((finding) => finding.slice(0, 5))).toEqual(['CT101', 'CT201']);
  });
});

describe('what can not be certified', () => {
  test("a template that does not compile: Python's words at the place", () => {
    const source = '{% for m in messages %}{{ m.content }}{% endfo %}';
    expect(underlined(source)).toEqual(['CT001 1:42 endfo']);
  });

  test('an endless loop is stopped, and said where', () => {
    const source =
      '{% for a in range(99999) %}{% for b in range(99999) %}{% set c = a + b %}{% endfor %}{% endfor %}';
    const [finding] = certifyText(source).certification.findings;
    expect(finding?.code).toBe('CT002');
  });

  test('an endless string is stopped, and said where', () => {
    const source =
      '{% set ns = namespace(t="aaaaaaaa") %}{% for a in range(99) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}{{ ns.t }}';
    const [finding] = certifyText(source).certification.findings;
    expect(finding?.code).toBe('CT002');
    expect(source.slice(finding!.span.start, finding!.span.end)).toContain('ns.t');
  });

  test('one that raises on everything is unsupported, with its message', () => {
    const { certification } = certifyText('{{ raise_exception("not today") }}');
    expect(new Set(certification.properties.map(({ verdict }) => verdict))).toEqual(new Set(['UNSUPPORTED']));
    expect(certification.properties[0]!.message).toBe('TemplateRaised: not today');
  });
});

describe('Qwen3 as published', async () => {
  const qwen3 = await model('qwen3');
  const input = { ...qwen3, tokenizerInfo: null };
  const certified = certifyFully(input);
  const condition = 'loop.last or (not loop.last and reasoning_content)';

  test('fails the published audit and is told why', () => {
    expect(verdictsOf(certified)).toMatchObject({
      'tito.audit': 'FAIL',
      'append.tool': 'FAIL',
      'append.tool-split': 'FAIL',
      'append.user': 'FAIL (by design)',
      'append.system': 'FAIL',
      'append.assistant': 'PASS',
      'seam.generation': 'PASS',
      'args.shape': 'PASS',
      'survive.fields': 'PASS',
      'mask.present': 'FAIL',
      'mask.exact': 'UNSUPPORTED',
    });
    const finding = certified.certification.findings.find(({ message }) =>
      message.startsWith('Tool append'),
    )!;
    expect(qwen3.source.slice(finding.span.start, finding.span.end)).toBe(condition);
    expect(finding).toMatchObject({
      code: 'CT101',
      payload: {
        message: 1,
        outcomes: { before: true, after: false },
        because: [{ source: 'loop.last', before: 'True', after: 'False' }],
        vanished: { text: '<think>\n\n</think>\n\n', ids: [151667, 271, 151668, 271] },
        appeared: { text: '', ids: [] },
        sharedTokens: 9,
        totalTokens: 29,
      },
    });
  });

  test("names the outer gate as the vendor's design", () => {
    const finding = certified.certification.findings.find(({ message }) =>
      message.startsWith('User append'),
    )!;
    expect(qwen3.source.slice(finding.span.start, finding.span.end)).toBe(
      'loop.index0 > ns.last_query_index',
    );
    expect(finding.payload).toMatchObject({ byDesign: true, properties: ['append.user'] });
  });

  test('is repaired by the published patch, found and proven', () => {
    const fixes = proveFixes(input, certified);
    const [fix] = fixes;
    expect(fix!.edits.map(({ text }) => text)).toEqual(['true']);
    expect(fix!.repairs.map(({ property }) => property)).toEqual([
      'tito.audit',
      'append.tool',
      'append.system',
    ]);
    expect(fix!.changes.length).toBeGreaterThan(0);
    expect(fix!.changes.length).toBeLessThan(fix!.compared);

    const repaired = applyEdits(qwen3.source, fix!.edits);
    expect(repaired).toBe(qwen3.source.replace(condition, 'true'));
    expect(verdictsOf(certifyFully({ ...input, source: repaired }))).toMatchObject({
      'tito.audit': 'PASS',
      'append.tool': 'PASS',
      'append.tool-split': 'FAIL',
      'append.user': 'FAIL (by design)',
      'append.system': 'PASS',
      'append.assistant': 'PASS',
      'seam.generation': 'PASS',
      'args.shape': 'PASS',
      'survive.fields': 'PASS',
      'mask.present': 'FAIL',
      'mask.exact': 'UNSUPPORTED',
    });
  });
});

describe('the published audit on what npm ships', () => {
  const expected = {
    qwen2_5: 'PASS',
    llama3_2: 'PASS',
    deepseek_v3: 'PASS',
    qwen3: 'FAIL',
    mistral_nemo: 'PASS',
  };
  test.each(Object.entries(expected))('%s: %s', async (name, verdict) => {
    const { source, tokenizer } = await model(name);
    expect(verdictsOf(certifyFully({ source, tokenizer, tokenizerInfo: null }))['tito.audit']).toBe(verdict);
  });
});
