import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../server/src/tokenizer/analysis/random.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders of texts in many languages and of code that every development machine has; absent ones are passed over. */
const TEXT_FOLDERS: readonly string[] = [
  join(root, 'node_modules/typescript/lib'),
  join(root, 'node_modules/vite'),
  join(root, 'node_modules/@babel'),
  join(root, 'node_modules/eslint'),
  '/usr/share/common-licenses',
  '/usr/share/perl5',
  '/usr/share/i18n/locales',
  '/usr/share/zoneinfo',
  '/etc',
];
const TEXT_FILE = /(?:\.(?:md|json|ts|js|css|html|pl|pm|tab|txt)|\/[^./]+)$/;
const LARGEST_FILE = 120_000;

/** Texts of files, at most `characters` in all. */
export function fileDocuments(characters: number): string[] {
  const documents: string[] = [];
  const each = Math.ceil(characters / TEXT_FOLDERS.length);
  for (const folder of TEXT_FOLDERS) {
    let left = each;
    for (const file of filesBelow(folder)) {
      if (left <= 0) break;
      const text = readFileSync(file, 'utf8').slice(0, LARGEST_FILE);
      if (text.includes('\ufffd') || text.includes('\0')) continue;
      documents.push(text);
      left -= text.length;
    }
  }
  return documents;
}

function* filesBelow(folder: string): Generator<string> {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return;
  }
  for (const name of names) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) yield* filesBelow(path);
    else if (stats?.isFile() === true && stats.size < LARGEST_FILE * 4 && TEXT_FILE.test(path)) yield path;
  }
}

const REGIONS = [
  'DE',
  'JP',
  'IN',
  'BR',
  'EG',
  'TH',
  'KR',
  'GR',
  'US',
  'CN',
  'IL',
  'ET',
  'GE',
  'MM',
  'KH',
  'LK',
];
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2021, month, 3 + month)));

/** A text in each of some 180 languages: dates, regions, numbers as people there write them. */
export function languageDocuments(): string[] {
  const languages = twoLetterCodes().filter(
    (code) => Intl.DateTimeFormat.supportedLocalesOf([code]).length > 0,
  );
  return languages.map((language) => {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
    const region = new Intl.DisplayNames([language], { type: 'region' });
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
    const lines = [
      ...MONTHS.map((month) => date.format(month)),
      ...REGIONS.map((code) => `${region.of(code)} (${money.format(1234.5)})`),
    ];
    return lines.join('\n');
  });
}

function twoLetterCodes(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** What is hard: runs, line ends, controls, emoji, marks, half characters, other spaces. */
export function hardDocuments(): string[] {
  const runs = [
    'a',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '=',
    'ab',
    '0',
    'é',
    '你',
    '🦩',
    "'s",
    ' a',
    '\u0301',
    '\u00a0',
    '\u3000',
  ];
  const controls = Array.from({ length: 33 }, (_, code) => String.fromCharCode(code === 32 ? 0x7f : code));
  return [
    '',
    ' ',
    ...runs.flatMap((run) => [2, 3, 7, 50, 3001].map((count) => run.repeat(count))),
    ...runs.map((run) => `x${run.repeat(9)}y`),
    controls.join(''),
    controls.join('a'),
    '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪🇩👍🏽1️⃣',
    'e\u0301 E\u0301 \u1e69 s\u0323\u0307 s\u0307\u0323 \u0958 \u212b \u0344 \uac01 \u1100\u1161\u11a8',
    '\ufeffbom \u0085next\u2028line\u2029paragraph \u200bzero\u200c\u200d\u2060\u180e\u1680',
    "I'M you'LL we'Ve it'ſ DON'T can't 'S 'tis ''re",
    'ＦＵＬＬ　ｗｉｄｔｈ ﬁ ﬀ ½ Ⅷ ① ㎏ ⁵',
    '\ud800 \udc00 \udc00\ud800 x\ud83d',
    '{"name": "f", "arguments": {"x": [1, 2.50, -3e10, null, true], "y": "\\u00e9\\n"}}',
    'x = "\\t"\r\n\tif (a >= b && c != d) { return ~a ^ b; } // ...\r\n\r\n',
  ];
}

const FRAGMENTS: readonly string[] = [
  ...[
    'Hello',
    ' world',
    '\n',
    '\n\n',
    ' ',
    '  ',
    '\t',
    '\r\n',
    '你好',
    'こんにちは',
    'é',
    'e\u0301',
    '🇩🇪',
    '123',
  ],
  ...[
    '4567',
    '\0',
    '\ufeff',
    '\u0085',
    '\u00a0',
    '\u200b',
    "don't",
    "I'LL",
    "'ſ",
    'ß',
    'क्षि',
    '한국어',
    '\u1112\u1161',
  ],
  ...[
    '\u11ab',
    'a\u0323\u0307',
    '{"a": [1, 2.5]}',
    'fn main() {',
    '\ud800',
    '\udc00',
    'ﬁ',
    '½',
    'Ⅷ',
    'A\u030a',
    '\u212b',
  ],
  ...[
    '\u0344',
    '\u0958',
    '▁',
    '<0x41>',
    '🦩',
    '\u{2f800}',
    'ABCdef',
    '_',
    '----',
    '...',
    '\u3000',
    '\u2028',
    '</',
    '|>',
  ],
];

/** Short texts of fragments, special tokens, halves of them, and any code points; endless, the same for the same seed. */
export function* randomDocuments(seed: number, specialTokens: readonly string[]): Generator<string> {
  const random = seededRandom(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const pick = (list: readonly string[]): string => list[upTo(list.length)] ?? '';
  while (true) {
    let text = '';
    for (let parts = 1 + upTo(14); parts > 0; parts--) {
      const kind = random();
      if (kind < 0.6) text += pick(FRAGMENTS);
      else if (kind < 0.75) text += String.fromCharCode(0x20 + upTo(0x5f));
      else if (kind < 0.85) text += pick(specialTokens).slice(random() < 0.3 ? upTo(4) : 0);
      else if (kind < 0.93) text += String.fromCodePoint(upTo(0x3000));
      else text += String.fromCodePoint(upTo(0x110000));
    }
    yield text;
  }
}
