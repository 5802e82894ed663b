/**
 * One edited text on trial. What it costs is spent step by step: first the verdicts that must change, and only for
 * a text that changes them the whole certificate. Renders and encodings made on the way are kept.
 */
import type { PropertyResult } from '../../../protocol/certification.ts';
import { certifyFully, open, type Certified, type CertifyInput, type Opened } from '../certify/certify.ts';
import { dialectOf, type Dialect } from '../certify/dialect.ts';
import { properties } from '../certify/properties/registry.ts';
import { RenderStopped } from '../certify/subject.ts';

export interface Judged {
  readonly result: PropertyResult;
  /** Comparisons or renders that are at fault: how far the property is from holding. */
  readonly faults: number;
}

export class Trial {
  private readonly input: CertifyInput;
  private readonly opened: Opened;
  private readonly judged = new Map<string, Judged>();
  private dialect: Dialect | null = null;
  private whole: Certified | null = null;

  /** `input`: with the edited source. Encodings are shared with other trials where it brings a map for them. */
  constructor(input: CertifyInput) {
    this.input = { ...input, clock: undefined };
    this.opened = open(this.input);
  }

  get source(): string {
    return this.input.source;
  }

  /** The verdict of one property; null where the text does not compile or rendering was stopped. */
  judge(id: string): Judged | null {
    const known = this.judged.get(id);
    if (known !== undefined) return known;
    const { subject } = this.opened;
    const property = properties.find((one) => one.id === id);
    if (subject === null || property === undefined) return null;
    try {
      this.dialect ??= dialectOf(subject);
      const { result, facts } = property.check({ subject, dialect: this.dialect });
      const judged = { result, faults: result.verdict === 'PASS' ? 0 : Math.max(1, faultsIn(facts)) };
      this.judged.set(id, judged);
      return judged;
    } catch (stopped) {
      if (stopped instanceof RenderStopped) return null;
      throw stopped;
    }
  }

  certified(): Certified {
    return (this.whole ??= certifyFully(this.input, this.opened));
  }
}

/** Properties keep what they found under one of two names. */
function faultsIn(facts: unknown): number {
  const { breaks, faults } = facts as { breaks?: readonly unknown[]; faults?: readonly unknown[] };
  return (breaks ?? faults ?? []).length;
}
