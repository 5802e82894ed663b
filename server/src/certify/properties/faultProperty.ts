/** The shape of properties that look at single renders: what is wrong in each is a fault with its witness. */
import type { Level, PropertyResult, RenderWitness, Span } from '../../../../protocol/certification.ts';
import type { Json, RenderRequest } from '../../../../protocol/conversation.ts';
import type { Rendered } from '../../jinja/api.ts';
import type { Subject } from '../subject.ts';
import type { Property, PropertyInput, PropertyOutcome } from './property.ts';

/** One thing that is wrong in one render. */
export interface Fault<Data> {
  readonly witness: RenderWitness;
  /** Template span that causes it; null where the evidence names none. */
  readonly site: Span | null;
  readonly data: Data;
  /** What shows it: the text, or only its ids. */
  readonly level: Level;
}

export interface FaultFacts<Data> {
  readonly faults: readonly Fault<Data>[];
}

export type FaultProperty<Data> = Property<FaultFacts<Data>>;

/** Renders on behalf of a property and counts them. */
export class Examination<Data> {
  readonly faults: Fault<Data>[] = [];
  private readonly rendered = new Set<string>();
  private readonly conversations = new Set<string>();
  private readonly settings = new Map<string, Readonly<Record<string, Json>>>();
  private raised: string | null = null;
  private undecided: string | null = null;
  private level: Level = 'text';
  private remark: string | null = null;
  private designed = false;

  constructor(readonly subject: Subject) {}

  /** The render's text, or null where the template raised. */
  text(request: RenderRequest): string | null {
    const rendered = this.render(request);
    return rendered.ok ? rendered.text : null;
  }

  render(request: RenderRequest): Rendered {
    const rendered = this.subject.render(request);
    const { messages, kwargs } = request.conversation;
    if (!rendered.ok) {
      this.raised ??= `${rendered.error.type}: ${rendered.error.message}`;
      return rendered;
    }
    this.rendered.add(this.subject.keys.written(request));
    this.conversations.add(this.subject.keys.writtenMessages(messages));
    this.settings.set(JSON.stringify(kwargs), kwargs);
    return rendered;
  }

  /** The property asks for something that this template does not have. */
  doesNotApply(why: string): void {
    this.raised ??= why;
  }

  /** Ids were looked at too: said of a PASS, and of a FAIL whose first fault only ids show. */
  comparedTokens(): void {
    this.level = 'tokens';
  }

  /** What goes with a PASS; the first such remark counts. */
  note(remark: string): void {
    this.remark ??= remark;
  }

  /** Its faults, if there are any, are how things are meant to be. */
  byDesign(): void {
    this.designed = true;
  }

  fault(witness: Omit<RenderWitness, 'kind'>, site: Span | null, data: Data, level: Level = 'text'): void {
    this.faults.push({ witness: { kind: 'render', ...witness }, site, data, level });
  }

  /** Nothing can be said, whatever rendered: the template has nothing that the property speaks of. */
  cannotJudge(reason: string): void {
    this.undecided ??= reason;
  }

  /** FAIL with the first fault as witness; PASS where something rendered; else UNSUPPORTED. */
  outcome(id: string): PropertyOutcome<FaultFacts<Data>> {
    const [first] = this.faults;
    const judged = this.rendered.size > 0 && this.undecided === null;
    const result: PropertyResult = {
      id,
      verdict: first !== undefined ? 'FAIL' : judged ? 'PASS' : 'UNSUPPORTED',
      level: first?.level ?? this.level,
      renders: this.rendered.size,
      conversations: this.conversations.size,
      kwargs: [...this.settings.values()],
      witness: first?.witness ?? null,
      byDesign: first !== undefined && this.designed,
      message: first !== undefined ? null : judged ? this.remark : (this.undecided ?? this.raised),
    };
    return { result, facts: { faults: this.faults } };
  }
}

export function faultProperty<Data>(
  description: Omit<FaultProperty<Data>, 'check'> & {
    examine(input: PropertyInput, examination: Examination<Data>): void;
  },
): FaultProperty<Data> {
  const { examine, ...property } = description;
  return {
    ...property,
    check: (input) => {
      const examination = new Examination<Data>(input.subject);
      examine(input, examination);
      return examination.outcome(property.id);
    },
  };
}
