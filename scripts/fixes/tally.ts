/** What became of all fixes, by rule. */
import type { Tried } from './tried.ts';

export interface Tally {
  readonly rows: readonly TallyRow[];
  readonly templates: number;
  /** Fixes that do not keep what they claim, or worsen something. */
  readonly wrong: number;
}

export interface TallyRow {
  readonly code: string;
  readonly findings: number;
  readonly fixes: number;
  /** Fixes that change no ordinary render. */
  readonly silent: number;
  readonly wrong: number;
}

export function tallyOf(looked: readonly Tried[]): Tally {
  const findings = looked.flatMap((tried) => tried.findings);
  const fixes = looked.flatMap((tried) => tried.fixes);
  const isWrong = ({ complaints }: { readonly complaints: readonly string[] }) => complaints.length > 0;
  const rows = [...new Set(fixes.map(({ code }) => code))].sort().map((code): TallyRow => {
    const own = fixes.filter((fix) => fix.code === code);
    return {
      code,
      findings: findings.filter((found) => found === code).length,
      fixes: own.length,
      silent: own.filter(({ changed }) => changed === 0).length,
      wrong: own.filter(isWrong).length,
    };
  });
  return { rows, templates: looked.length, wrong: fixes.filter(isWrong).length };
}

export function tallyTable({ rows, templates, wrong }: Tally, markdown: boolean): string {
  const head = ['rule', 'findings', 'fixes offered', 'of these change no ordinary render', 'wrong'];
  const body = rows.map((row) => [row.code, row.findings, row.fixes, row.silent, row.wrong].map(String));
  const line = (cells: readonly string[]) => (markdown ? `| ${cells.join(' | ')} |` : cells.join('\t'));
  const rule = markdown ? [line(head.map(() => '---'))] : [];
  return [line(head), ...rule, ...body.map(line), '', `${templates} templates, ${wrong} wrong`].join('\n');
}
