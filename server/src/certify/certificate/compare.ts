/** What a replay of a certificate found different, in words. The date is no difference. */
import type { Certificate, CertificateChange, ProfileVerdict } from '../../../../protocol/certificate.ts';
import type { PythonConfirmation } from '../../../../protocol/confirmation.ts';
import type { PropertyResult } from '../../../../protocol/certification.ts';

type What = CertificateChange['what'];

/** Empty where `now` says what `then` said. What the verdicts depend on comes before the verdicts. */
export function changesBetween(then: Certificate, now: Certificate): CertificateChange[] {
  return [
    ...changed('tool', 'the tool', then.tool.version, now.tool.version),
    ...changed('engine', 'the Jinja2 that is followed', then.engine.jinja2, now.engine.jinja2),
    ...changed('engine', 'the time that templates are told', then.engine.clock, now.engine.clock),
    ...changed('engine', 'what ran beside it', enginesText(then), enginesText(now)),
    ...pythonChanges(then.python, now.python),
    ...changed('template', 'the template (SHA-256)', then.template.sha256, now.template.sha256),
    ...tokenizerChanges(then.tokenizer, now.tokenizer),
    ...suiteChanges(then.suite, now.suite),
    ...changed('kwargs', 'what is varied', JSON.stringify(then.kwargs), JSON.stringify(now.kwargs)),
    ...paired(then.properties, now.properties, ({ id }) => id).flatMap(propertyChange),
    ...paired(then.profiles, now.profiles, ({ profile }) => profile).flatMap(profileChange),
  ];
}

const enginesText = ({ otherEngines }: Certificate) =>
  otherEngines.map(({ id, version }) => `${id} ${version}`).join(', ') || 'no other engine';

/** Only where Python was asked this time too. */
function pythonChanges(then: PythonConfirmation | null, now: PythonConfirmation | null): CertificateChange[] {
  if (now === null) return [];
  if (then === null)
    return isConfirmed(now) ? [] : change('engine', `Python does not confirm it: ${counted(now)}`);
  return [
    ...changed('engine', 'the Python that confirmed', versionsText(then), versionsText(now)),
    ...(isConfirmed(then) === isConfirmed(now)
      ? []
      : change('engine', `Python confirmed ${counted(then)}, now ${counted(now)}`)),
  ];
}

export const isConfirmed = ({ confirmed, renders }: PythonConfirmation) => confirmed === renders;

const counted = ({ confirmed, renders }: PythonConfirmation) => `${confirmed} of ${renders} renders`;

const versionsText = ({ python, jinja2, transformers }: PythonConfirmation) =>
  `Jinja2 ${jinja2} (Python ${python}, transformers ${transformers ?? 'not there'})`;

const change = (what: What, message: string): CertificateChange[] => [{ what, message }];

function changed(what: What, subject: string, was: string, is: string): CertificateChange[] {
  return was === is ? [] : change(what, `${subject} was ${was}, now it is ${is}`);
}

function tokenizerChanges(
  then: Certificate['tokenizer'],
  now: Certificate['tokenizer'],
): CertificateChange[] {
  if (then === null || now === null) {
    if (then === now) return [];
    const told =
      now === null ? 'is no tokenizer: only text was compared' : 'is a tokenizer where there was none';
    return change('tokenizer', `now there ${told}`);
  }
  return [
    ...changed('tokenizer', 'tokenizer.json (SHA-256)', then.sha256, now.sha256),
    ...changed(
      'tokenizer',
      'the special tokens',
      JSON.stringify(then.specialTokens),
      JSON.stringify(now.specialTokens),
    ),
    ...changed('tokenizer', 'the ids that end generation', then.eosIds.join(', '), now.eosIds.join(', ')),
  ];
}

function suiteChanges(then: Certificate['suite'], now: Certificate['suite']): CertificateChange[] {
  if (then.sha256 === now.sha256) return [];
  const changes = paired(then.trajectories, now.trajectories, ({ id }) => id).flatMap(({ id, was, is }) => {
    if (was === null) return change('suite', `the conversation ${id} is new`);
    if (is === null) return change('suite', `the conversation ${id} is gone`);
    return was.sha256 === is.sha256 ? [] : change('suite', `the conversation ${id} is another`);
  });
  return changes.length > 0 ? changes : change('suite', 'the conversations are in another order');
}

function propertyChange({ id, was, is }: Paired<PropertyResult>): CertificateChange[] {
  if (was === null) return change('verdict', `${id} was not judged, now it is ${told(is!)}`);
  if (is === null) return change('verdict', `${id} was ${told(was)}, now it is not judged`);
  if (told(was) !== told(is)) return change('verdict', `${id} was ${told(was)}, now it is ${told(is)}`);
  if (was.renders !== is.renders)
    return change('evidence', `${id} was seen on ${was.renders} renders, now on ${is.renders}`);
  return JSON.stringify(was) === JSON.stringify(is)
    ? []
    : change('evidence', `${id} is ${told(is)} as before, with other evidence`);
}

function told({ verdict, byDesign, level, witness }: PropertyResult): string {
  const design = byDesign ? ' by design' : '';
  const shown = witness === null ? '' : ` (shown by ${witness.trajectory})`;
  return `${verdict}${design} on ${level}${shown}`;
}

function profileChange({ id, was, is }: Paired<ProfileVerdict>): CertificateChange[] {
  if (was?.verdict === is?.verdict) return [];
  return change('profile', `for ${id} the template ${saidOf(was)}, now it ${saidOf(is)}`);
}

function saidOf(row: ProfileVerdict | null): string {
  return row === null ? 'was not judged' : row.verdict === 'unknown' ? 'is unknown' : row.verdict;
}

interface Paired<T> {
  readonly id: string;
  readonly was: T | null;
  readonly is: T | null;
}

/** Entries of two lists by their id, in the order of the first, then what is new. */
function paired<T>(then: readonly T[], now: readonly T[], idOf: (entry: T) => string): Paired<T>[] {
  const ids = [...new Set([...then, ...now].map(idOf))];
  const find = (list: readonly T[], id: string) => list.find((entry) => idOf(entry) === id) ?? null;
  return ids.map((id) => ({ id, was: find(then, id), is: find(now, id) }));
}
