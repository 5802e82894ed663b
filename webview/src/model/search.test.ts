import { describe, expect, it } from 'vitest';
import { notPreserved, preserved } from '../../dev/qwen3.ts';
import { cells } from '../testing/draw.ts';
import { inlineLane, plainLane, sideLanes } from './lanes.ts';
import { hitsOf } from './search.ts';

const find = (query: string) =>
  hitsOf(sideLanes(notPreserved), query).places.map(({ lane, position }) => [lane, position]);

describe('hitsOf', () => {
  it.each([
    ['text, an equal token once', 'get', [[0, 19]]],
    ['text over several tokens', 'get_weather', [[0, 19]]],
    ['any case', 'PARIS'.toLowerCase(), [[0, 29]]],
    ['the case of a capital', 'PARIS', []],
    ['an id', '151668', [[0, 11]]],
    [
      'in reading order over both renders',
      'think',
      [
        [0, 9],
        [0, 11],
      ],
    ],
    ['what only the second render has', 'temperature', [[1, 36]]],
    ['a character that is several tokens', '🌤', [[1, 48]]],
    ['nothing', 'nowhere', []],
    ['an empty query', '', []],
  ])('finds %s', (_what, query, places) => {
    expect(find(query)).toEqual(places);
  });

  it('marks every token of a hit', () => {
    const [marks] = hitsOf([inlineLane(preserved)], 'get_weather').marks;
    expect(marks?.indexOf(1)).toBe(19);
    expect(marks?.lastIndexOf(1)).toBe(20);
  });

  it('bears text that changes its length with its case', () => {
    expect(hitsOf([plainLane(cells('İİx|x'))], 'x').places).toHaveLength(2);
  });
});
