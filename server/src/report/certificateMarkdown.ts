/** A certificate as a page for people. */
import type { Certificate } from '../../../protocol/certificate.ts';
import type { PropertyResult } from '../../../protocol/certification.ts';
import { confirmationLine } from './confirmationWords.ts';
import { profileTable, safetyTable, seenOn } from './markdown.ts';
import { bullets, codeSpan, table } from './markdownParts.ts';
import { plural } from './words.ts';

export function certificateMarkdown(certificate: Certificate): string {
  const { template, date, tool, properties, profiles, required } = certificate;
  return (
    [
      `# Certificate of ${codeSpan(template.name)}`,
      `Made ${date} by ${tool.name} ${tool.version}.`,
      '## What was certified',
      bullets(inputsOf(certificate)),
      ...disagreementsOf(certificate),
      '## Properties',
      table(['Property', 'Verdict', 'Seen on'], properties.map(propertyRow)),
      ...safetyTable(properties),
      '## Trainers and servers',
      ...(required.length > 0 ? [`Asked for: ${required.join(', ')}.`] : []),
      profileTable(profiles),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function inputsOf({
  template,
  tokenizer,
  engine,
  otherEngines,
  python,
  suite,
  kwargs,
}: Certificate): string[] {
  return [
    `template: SHA-256 ${codeSpan(template.sha256)}`,
    tokenizer === null
      ? 'tokenizer: none; only text was compared'
      : `tokenizer: ${codeSpan(tokenizer.source)}, SHA-256 of tokenizer.json ${codeSpan(tokenizer.sha256)}`,
    `engine: gives the bytes of Jinja2 ${engine.jinja2}; templates were told that it is ${engine.clock}`,
    `other engines: ${otherEngines.map(({ id, version }) => `${id} ${version}`).join(', ') || 'none was asked'}`,
    python === null ? 'no Python was asked' : confirmationLine(python),
    `conversations: ${suite.trajectories.length}, SHA-256 ${codeSpan(suite.sha256)}`,
    `variables: ${kwargs.map((setting) => codeSpan(JSON.stringify(setting))).join(', ')}`,
  ];
}

function disagreementsOf({ python }: Certificate): string[] {
  if (python === null || python.differences.length === 0) return [];
  const rows = python.differences.map(({ ours, python: theirs, renders }) => [
    codeSpan(JSON.stringify(ours)),
    codeSpan(JSON.stringify(theirs)),
    String(renders),
  ]);
  return ['## Where Python disagrees', table(['Here', 'Python', 'Renders'], rows)];
}

function propertyRow({
  id,
  verdict,
  byDesign,
  level,
  renders,
  conversations,
  message,
  witness,
}: PropertyResult): string[] {
  const seen = `${plural(renders, 'render')} of ${plural(conversations, 'conversation')}, on ${level}`;
  const shown = witness === null ? '' : `; shown by ${codeSpan(witness.trajectory)}`;
  return [
    codeSpan(id),
    byDesign ? `${verdict} (by design)` : verdict,
    seenOn(verdict, seen + shown, message),
  ];
}
