import { generationCuts } from '../../conversation/cuts.ts';
import { conversationOf } from '../../conversation/suite.ts';
import { agreementOf, type Agreement } from '../../jinja/engines/agreement.ts';
import type { EngineInfo } from '../../jinja/engines/engine.ts';
import { faultProperty } from './faultProperty.ts';

export interface EngineFault {
  readonly engine: EngineInfo;
  readonly agreement: Exclude<Agreement, { kind: 'identical' }>;
}

export const enginesAgree = faultProperty<EngineFault>({
  id: 'engines.agree',
  title: 'Other engines write the same bytes',
  definition: "every other engine's R(M) = CPython Jinja2's R(M)",
  explanation: `Servers do not always render with Python: transformers.js and several Rust servers have engines of their
own. A template that relies on what only Jinja2 does gives them other bytes, or an error, for the same conversation.
Checked only where the engines are at hand: \`chat-template check --engines\` and the certificate.`,
  examine({ subject, dialect }, examination) {
    if (subject.engines.length === 0) return examination.doesNotApply('no other engine was asked for');
    for (const engine of subject.engines) {
      const prepared = engine.prepare(subject.program.template.source);
      const told = new Set<string>();
      for (const trajectory of subject.suite) {
        const messages = dialect.spell(trajectory.messages);
        for (const { before } of generationCuts(messages)) {
          const request = {
            conversation: conversationOf(trajectory, {}, messages.slice(0, before)),
            addGenerationPrompt: true,
          };
          const ours = examination.render(request);
          const agreement = agreementOf(ours, prepared.render(subject.plainContextOf(request)));
          if (agreement.kind === 'identical') continue;
          const kind = describe(agreement);
          if (told.has(kind)) continue;
          told.add(kind);
          const { trace } = subject.trace(request);
          const at = agreement.kind === 'different' ? agreement.at : -1;
          const site =
            at < 0 || trace === null ? null : (trace.runs().find(({ end }) => end > at)?.site ?? null);
          const span = at < 0 ? null : { start: at, end: at + 1 };
          examination.fault(
            { trajectory: trajectory.id, request, at: span, detail: `${engine.info.title}: ${kind}` },
            site,
            { engine: engine.info, agreement },
          );
        }
      }
    }
  },
});

/** What the engine does otherwise, apart from where: differences of one kind are told once. */
export function describe(agreement: EngineFault['agreement']): string {
  switch (agreement.kind) {
    case 'different':
      return `different text (${agreement.cause})`;
    case 'unsupported':
      return `does not know ${agreement.feature}`;
    case 'error':
      return `fails: ${agreement.message}`;
  }
}
