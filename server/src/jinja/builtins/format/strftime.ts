/** Python's `datetime.strftime` of a naive local time, in the C locale, with glibc's flags. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const MS_PER_DAY = 86_400_000;

/** A number with the width and the filling it has unless a flag says otherwise. */
interface Field {
  readonly value: number;
  readonly width: number;
  readonly fill: '0' | ' ';
}

const zeros = (value: number, width = 2): Field => ({ value, width, fill: '0' });
const blanks = (value: number, width = 2): Field => ({ value, width, fill: ' ' });

/** Days since the first of January, from 0. */
function dayOfYear(date: Date): number {
  const utc = (year: number, month: number, day: number): number => Date.UTC(year, month, day);
  const year = date.getFullYear();
  return Math.round((utc(year, date.getMonth(), date.getDate()) - utc(year, 0, 1)) / MS_PER_DAY);
}

/** ISO 8601: the week that holds the year's first Thursday is number 1. */
function isoWeek(date: Date): { year: number; week: number } {
  const weekday = (date.getDay() + 6) % 7;
  const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() - weekday + 3);
  return { year: thursday.getFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 };
}

const hour12 = (date: Date): number => date.getHours() % 12 || 12;
const halfOfDay = (date: Date): string => (date.getHours() < 12 ? 'AM' : 'PM');

const DIRECTIVES: Readonly<Record<string, (date: Date) => string | Field>> = {
  a: (date) => DAYS[date.getDay()]!.slice(0, 3),
  A: (date) => DAYS[date.getDay()]!,
  b: (date) => MONTHS[date.getMonth()]!.slice(0, 3),
  B: (date) => MONTHS[date.getMonth()]!,
  c: (date) => strftime(date, '%a %b %e %H:%M:%S %Y'),
  C: (date) => zeros(Math.floor(date.getFullYear() / 100)),
  d: (date) => zeros(date.getDate()),
  D: (date) => strftime(date, '%m/%d/%y'),
  e: (date) => blanks(date.getDate()),
  F: (date) => strftime(date, '%Y-%m-%d'),
  g: (date) => zeros(isoWeek(date).year % 100),
  G: (date) => zeros(isoWeek(date).year, 1),
  h: (date) => MONTHS[date.getMonth()]!.slice(0, 3),
  H: (date) => zeros(date.getHours()),
  I: (date) => zeros(hour12(date)),
  j: (date) => zeros(dayOfYear(date) + 1, 3),
  k: (date) => blanks(date.getHours()),
  l: (date) => blanks(hour12(date)),
  m: (date) => zeros(date.getMonth() + 1),
  M: (date) => zeros(date.getMinutes()),
  n: () => '\n',
  p: halfOfDay,
  P: (date) => halfOfDay(date).toLowerCase(),
  r: (date) => strftime(date, '%I:%M:%S %p'),
  R: (date) => strftime(date, '%H:%M'),
  s: (date) => zeros(Math.floor(date.getTime() / 1000), 1),
  S: (date) => zeros(date.getSeconds()),
  t: () => '\t',
  T: (date) => strftime(date, '%H:%M:%S'),
  u: (date) => zeros(date.getDay() || 7, 1),
  U: (date) => zeros(Math.floor((dayOfYear(date) + 7 - date.getDay()) / 7)),
  V: (date) => zeros(isoWeek(date).week),
  w: (date) => zeros(date.getDay(), 1),
  W: (date) => zeros(Math.floor((dayOfYear(date) + 7 - ((date.getDay() + 6) % 7)) / 7)),
  x: (date) => strftime(date, '%m/%d/%y'),
  X: (date) => strftime(date, '%H:%M:%S'),
  y: (date) => zeros(date.getFullYear() % 100),
  Y: (date) => zeros(date.getFullYear(), 1),
  // A naive time has no zone.
  z: () => '',
  Z: () => '',
  '%': () => '%',
};

/** Directives that take a modifier (another calendar, other digits); in the C locale it says nothing. */
const MODIFIED: Readonly<Record<string, string>> = {
  E: 'cCnpPrRstTuxXyYzZ%',
  O: 'bBCdegGhHIjklmMnpPrRsStTuUVwWyzZ%',
};

/** Names of days and months, which `#` writes in capitals. */
const NAMES = 'aAbBh';

const DIRECTIVE = /%([-_0^#]{0,8})(\d{0,4})([EO]?)([^]?)/gu;
const MAX_WIDTH = 1024;

/** The time's local fields written as `format` says; what is no directive stays, filled up to its width all the same. */
export function strftime(date: Date, format: string): string {
  const [read = ''] = format.split('\0');
  return read.replace(DIRECTIVE, (whole, flags: string, digits: string, modifier: string, letter: string) => {
    // Microseconds are Python's own: with flags or a width the C library is asked, which has none.
    if (whole === '%f') return String(date.getMilliseconds() * 1000).padStart(6, '0');
    const width = Math.min(Number(digits), MAX_WIDTH);
    const takesIt = modifier === '' || MODIFIED[modifier]?.includes(letter) === true;
    const shown = (takesIt ? DIRECTIVES[letter]?.(date) : undefined) ?? whole;
    return letterCase(letter === 'z' ? '' : padded(shown, flags, width), flags, letter);
  });
}

function padded(shown: string | Field, flags: string, width: number): string {
  const fill = /[-_0]/.exec(flags)?.[0];
  if (typeof shown === 'string') return shown.padStart(width, fill === '0' ? '0' : ' ');
  const digits = String(shown.value);
  if (fill === '-') return digits.padStart(width);
  return digits.padStart(width || shown.width, fill === '_' ? ' ' : fill === '0' ? '0' : shown.fill);
}

function letterCase(text: string, flags: string, letter: string): string {
  if (flags.includes('#')) return letter === 'p' ? text.toLowerCase() : upperIf(NAMES.includes(letter), text);
  return upperIf(flags.includes('^') && letter !== 'P', text);
}

const upperIf = (condition: boolean, text: string): string => (condition ? text.toUpperCase() : text);
