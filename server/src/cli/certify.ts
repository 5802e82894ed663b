/** `chat-template certify PATH`: a certificate that can be kept and replayed. */
import type { Certificate, ProfileVerdict } from '../../../protocol/certificate.ts';
import { certificateOf, certificateText } from '../certify/certificate/index.ts';
import { certifyFully, type Certified } from '../certify/index.ts';
import { profileOf, profiles } from '../certify/profiles/registry.ts';
import { certificateMarkdown } from '../report/certificateMarkdown.ts';
import { certificateHtml } from '../report/html/certificate.ts';
import { confirmationLine } from '../report/confirmationWords.ts';
import { didYouMean } from '../text/suggestion.ts';
import { confirmed, type ConfirmOptions } from './confirm.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { engineWarning, readInput, type InputOptions, type TemplateInput } from './input.ts';
import { writeOutput } from './output.ts';

export interface CertifyOptions extends InputOptions, ConfirmOptions {
  readonly profile?: readonly string[];
  readonly output?: string;
  readonly format: string;
  /** ISO 8601; today where it is not said. */
  readonly date?: string;
  readonly version: string;
}

const formats: Readonly<Record<string, (certificate: Certificate) => string>> = {
  json: certificateText,
  markdown: certificateMarkdown,
  html: certificateHtml,
};

/** Exit code 1 where a profile that was asked for does not hold, or Python renders otherwise. */
export async function certify(path: string, options: CertifyOptions): Promise<Outcome> {
  const write = formats[options.format];
  if (write === undefined)
    throw new InputError(
      `there is no format "${options.format}"; choose one of: ${Object.keys(formats).join(', ')}`,
    );
  const template = await readInput(path, options);
  const certificate = await makeCertificate(template, options);
  const text = write(certificate);
  if (options.output !== undefined) await writeOutput(options.output, text);
  const code = isKept(certificate) ? exitCode.clean : exitCode.findings;
  const warnings = [...template.notes, ...template.engineFailures.map(engineWarning)];
  return { output: options.output === undefined ? text : summaryOf(certificate), code, warnings };
}

export type MakingOptions = Pick<CertifyOptions, 'profile' | 'date' | 'confirm' | 'python' | 'version'>;

/** Throws InputError where there is nothing to certify: the template does not compile, or has to be stopped. */
export async function makeCertificate(
  { input, shownPath, config }: TemplateInput,
  { profile = config.profiles, date, version, ...confirming }: MakingOptions,
): Promise<Certificate> {
  const unknown = profile.find((id) => profileOf(id) === undefined);
  if (unknown !== undefined) {
    const known = profiles.map(({ id }) => id);
    throw new InputError(
      `there is no profile "${unknown}"${didYouMean(unknown, known)}; choose from: ${known.join(', ')}`,
    );
  }
  const certified = certifyFully(input);
  const { certification, analysis } = certified;
  if (analysis === null) throw new InputError(`${shownPath} can't be certified: ${whyNot(certified)}`);
  return certificateOf({
    certification,
    analysis,
    name: shownPath,
    date: date ?? new Date().toISOString().slice(0, 10),
    toolVersion: version,
    required: profile,
    python: (await confirmed(input.source, analysis, confirming))?.confirmation ?? null,
  });
}

const whyNot = ({ certification }: Certified) =>
  certification.findings.map(({ message }) => message).join(' ');

const requiredRows = ({ required, profiles: rows }: Certificate) =>
  rows.filter(({ profile }) => required.includes(profile));

function isKept(certificate: Certificate): boolean {
  const { python } = certificate;
  const isConfirmed = python === null || python.confirmed === python.renders;
  return isConfirmed && requiredRows(certificate).every(({ verdict }) => verdict === 'holds');
}

function summaryOf(certificate: Certificate): string {
  const { python } = certificate;
  const rows = requiredRows(certificate).map(profileLine);
  return [...rows, ...(python === null ? [] : [confirmationLine(python)])]
    .map((line) => `${line}\n`)
    .join('');
}

function profileLine({ profile, title, verdict, level, because, consequence }: ProfileVerdict): string {
  return verdict === 'holds'
    ? `${profile} (${title}): holds, on ${level}`
    : `${profile} (${title}): ${verdict} (${because.join(', ')}). ${consequence}`;
}
