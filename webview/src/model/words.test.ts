/** What a person reads and copies: facts, summaries, seams, selections, conversations. */
import { describe, expect, it } from 'vitest';
import { notPreserved, preserved, textOnly } from '../../dev/qwen3.ts';
import { messageRows, settingsOf } from './conversation.ts';
import { factsOf, quoted, spokenToken } from './facts.ts';
import { inlineLane, plainLane, sameToken, sideLanes, type LaneToken } from './lanes.ts';
import { seamText, startOf } from './seam.ts';
import { idsAsText, isSelected, selectedTokens, textOf } from './selection.ts';
import { counted, keptOf } from './summary.ts';
import { writtenBy } from './written.ts';

const [left, right] = sideLanes(notPreserved);

function at(lane: readonly LaneToken[], position: number): LaneToken {
  const token = lane[position];
  if (token === undefined) throw new Error(`The sample has no token ${position}.`);
  return token;
}

describe('a token', () => {
  it('is told in one line', () => {
    expect(spokenToken(at(left, 9))).toBe('9: "<think>", id 151667, special, only before, template line 47');
    expect(spokenToken(at(right, 48))).toContain('bytes 20 F0 9F');
  });

  it('is told in facts', () => {
    expect(factsOf(at(left, 13), notPreserved.before.request.conversation.messages)).toEqual([
      { name: 'id', value: '151657' },
      { name: 'kind', value: 'added token' },
      { name: 'index', value: '13 before, 9 after' },
      { name: 'bytes', value: '3C 74 6F 6F 6C 5F 63 61 6C 6C 3E' },
      { name: 'template', value: 'line 60' },
      { name: 'message', value: '1 (assistant)' },
    ]);
  });

  it('is cut where it is long', () => {
    expect(quoted('x'.repeat(500))).toHaveLength(163);
  });
});

describe('what is kept', () => {
  it.each([
    ['tokens of a broken prefix', notPreserved, { unit: 'token', shared: 9, total: 34, appended: 50 }],
    ['tokens of a whole one', preserved, { unit: 'token', shared: 34, total: 34, appended: 29 }],
    [
      'characters where there are no ids',
      textOnly,
      { unit: 'character', shared: 57, total: 165, appended: 208 },
    ],
  ])('counts %s', (_what, model, kept) => {
    expect(keptOf(model)).toEqual(kept);
  });

  it('counts in words', () => {
    expect(counted(1, 'token')).toBe('1 token');
    expect(counted(12345, 'id')).toBe('12,345 ids');
  });
});

describe('the seam says', () => {
  it.each([
    ['what became what', notPreserved, 'Diverges here · token 9: "<think>" became "<tool_call>"'],
    [
      'which ids, where only they differ',
      { ...notPreserved, after: { ...notPreserved.after, text: notPreserved.before.text } },
      'Diverges here · token 9: "<think>" (151667) became "<tool_call>" (151657)',
    ],
    ['what was appended', preserved, 'Appended from here · 29 tokens'],
    [
      'that the second render ends',
      { ...notPreserved, divergence: { before: 9, after: 99 } },
      'Diverges here · token 9: "<think>" is gone, the second render ends',
    ],
  ])('%s', (_what, model, text) => {
    expect(seamText(model)).toBe(text);
  });
});

describe('the place to start at', () => {
  it.each([
    ['the first token that is gone', [left, right], [9, 9], { lane: 0, position: 9 }],
    ['the first that is new', sideLanes(preserved), [34, 34], { lane: 1, position: 34 }],
    ['none, where both end', [left, right], [34, 59], null],
  ])('is %s', (_what, lanes, seam, place) => {
    expect(startOf(seam, lanes)).toEqual(place);
  });
});

describe('a selection', () => {
  it('copies ids as a JSON array and text once for each character', () => {
    const tokens = selectedTokens([left, right], { lane: 1, anchor: 51, head: 48 });
    expect(idsAsText(tokens.map(({ cell }) => cell))).toBe('[11162, 234, 97, 30543]');
    expect(textOf(tokens)).toBe(' 🌤\ufe0f');
  });

  it('copies the whole text of a render', () => {
    expect(textOf(right)).toBe(notPreserved.after.text);
  });

  it('has both of its ends', () => {
    const selection = { lane: 0, anchor: 5, head: 3 };
    expect([2, 3, 5, 6].map((position) => isSelected(selection, 0, position))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isSelected(selection, 1, 4)).toBe(false);
  });
});

describe('the conversation', () => {
  it('says which render has a message', () => {
    const rows = messageRows(notPreserved.before.request, notPreserved.after.request);
    expect(rows.map(({ message, mark }) => `${message.role} ${mark}`)).toEqual([
      'user both',
      'assistant both',
      'tool after',
    ]);
  });

  it('says what else was asked', () => {
    expect(settingsOf(notPreserved.before.request, notPreserved.after.request)).toEqual([
      { name: 'add_generation_prompt', before: 'false', after: 'true' },
    ]);
  });
});

describe('what the template wrote at the cursor', () => {
  const written = (start: number, end: number) => {
    const { first, count } = writtenBy([left, right], { start, end });
    return { first, count };
  };

  it('counts an equal token once', () => {
    expect(written(66 * 40, 66 * 40 + 1)).toEqual({ first: { lane: 0, position: 25 }, count: 6 });
  });

  it('takes a cursor without extent', () => {
    expect(written(66 * 40 + 5, 66 * 40 + 5).count).toBe(6);
    expect(written(66 * 40 + 30, 66 * 40 + 30).count).toBe(0);
  });

  it('is nothing where there is no cursor', () => {
    expect(writtenBy([left, right], null).count).toBe(0);
  });
});

it('finds the same token in other lanes', () => {
  const inline = [inlineLane(notPreserved)];
  expect(sameToken(inline, left[11])).toEqual({ lane: 0, position: 11 });
  expect(sameToken(inline, right[30])).toEqual({ lane: 0, position: 34 });
  expect(sameToken(inline, undefined)).toBeNull();
});

it('copies a character once even where only one of its tokens is marked as bytes', () => {
  const cells = notPreserved.after.tokens
    .slice(48, 51)
    .map((cell, i) => (i === 0 ? { ...cell, bytes: null } : cell));
  expect(textOf(plainLane(cells))).toBe(' 🌤');
});
