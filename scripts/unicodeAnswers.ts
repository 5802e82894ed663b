/**
 * Asks Python what it knows of characters: writes the code points that its version of Unicode does not assign to
 * server/src/jinja/values/unassigned.ts, and a digest of each str method over all others to test-fixtures/unicode.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const PROGRAM = `
import hashlib, itertools, json, platform, re, sys, unicodedata

def runs():
    "Lengths of the runs of assigned and unassigned code points, in turns, from U+0000."
    kinds = itertools.groupby(unicodedata.category(chr(code)) == "Cn" for code in range(0x110000))
    return [len(list(run)) for _, run in kinds]

# Of ideographs, syllables and private characters, which are all alike, only those that are numbers.
ALIKE = [(0x3410, 0x4db0), (0x4e00, 0x9ff0), (0xac10, 0xd790), (0xd800, 0xf8f0), (0x17010, 0x187e0), (0x20010, 0x2fff0),
         (0x30010, 0x31340), (0x31360, 0x33470), (0x33490, 0xe0000), (0xe0200, 0x10fff0)]

def asked():
    "Ranges of code points, end exclusive."
    edges = [0, *itertools.chain(*ALIKE), 0x110000]
    numbers = [code for code in itertools.chain(*itertools.starmap(range, ALIKE)) if unicodedata.numeric(chr(code), None)]
    return [*zip(edges[::2], edges[1::2]), *((code, code + 1) for code in numbers)]

CHARACTERS = [chr(code) for start, end in asked() for code in range(start, end)]

def number(read, text):
    try:
        return repr(read(text))
    except ValueError:
        return "-"

WORDS = re.compile(r"\\w+")
ANSWERS = {
    "identifier tail": lambda c: ("a" + c).isidentifier(),
    "in a word": lambda c: ("a" + c + "a").title(),
    "before sigma": lambda c: ("A" + c + "\\u03a3").lower(),
    "after sigma": lambda c: ("A\\u03a3" + c + "A").lower(),
    "repr": repr,
    "split": lambda c: len(("a" + c + "b").split()),
    "splitlines": lambda c: len(("a" + c + "b").splitlines()),
    "strip": lambda c: len(c.strip()),
    "int": lambda c: number(int, c),
    "float": lambda c: number(float, c),
    "word": lambda c: len(WORDS.findall(c)),
}
METHODS = """capitalize casefold isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable
isspace istitle isupper lower swapcase title upper""".split()
for method in METHODS:
    ANSWERS[method] = lambda c, method=method: getattr(c, method)()

def digest(answer):
    return hashlib.sha256("|".join(str(answer(c)) for c in CHARACTERS).encode()).hexdigest()

digests = {name: digest(answer) for name, answer in sorted(ANSWERS.items())}
print(json.dumps({"python": platform.python_version(), "unicode": unicodedata.unidata_version, "runs": runs(), "asked": asked(), "digests": digests}))
`;

interface Answer {
  readonly python: string;
  readonly unicode: string;
  readonly runs: readonly number[];
  readonly asked: readonly (readonly [start: number, end: number])[];
  readonly digests: Readonly<Record<string, string>>;
}

const answer = JSON.parse(
  execFileSync('python3', ['-c', PROGRAM], { encoding: 'utf8', maxBuffer: 2 ** 24 }),
) as Answer;
const { python, unicode, runs, asked, digests } = answer;
const lengths = runs.map((length) => length.toString(36)).join(' ');

writeFileSync(
  join(root, 'server/src/jinja/values/unassigned.ts'),
  `/** Written by scripts/unicodeAnswers.ts from Python ${python}. */

export const UNICODE_VERSION = '${unicode}';

/** Lengths, in base 36, of the runs of code points that are assigned and that are not, in turns, from U+0000. */
export const RUNS =
  '${lengths}';
`,
);
writeFileSync(
  join(root, 'test-fixtures/unicode/answers.json'),
  `${JSON.stringify({ python, unicode, asked: JSON.stringify(asked), digests }, null, 2)}\n`,
);
console.log(`Unicode ${unicode} of Python ${python}: ${Object.keys(digests).length} digests`);
