/**
 * "Make it safe for": the smallest combination of edits after which required properties hold. Level by level, so
 * that fewer edits come first; on each level the nearest texts go on. Each text is first judged by the required
 * properties alone; what reaches the goal, or goes on, was certified whole.
 */
import type { Edit, VerdictChange } from '../../../protocol/certification.ts';
import { certifyFully, type Certified, type CertifyInput } from '../certify/certify.ts';
import { composeEdits } from './compose.ts';
import { obstaclesOf, type Obstacle } from './obstacles.ts';
import { changedRenders, type ChangedRenders } from './ordinaryRenders.ts';
import { addsFindings, proofOf, type Proof } from './proof.ts';
import { harmOf } from './harm.ts';
import { nextEdits } from './candidates/registry.ts';
import { trialOf, withSharedEncodings } from './prove.ts';
import type { Trial } from './trial.ts';

export interface SearchLimits {
  /** Edited texts that may be judged. */
  readonly texts: number;
  /** Steps that may be combined. */
  readonly steps: number;
  /** Texts of a level from which the next one starts. */
  readonly beam: number;
}

const usual: SearchLimits = { texts: 120, steps: 6, beam: 2 };

export interface Search extends ChangedRenders {
  /** All required properties hold after `edits`. True with no edits where they hold already. */
  readonly complete: boolean;
  /** One title per step; empty where nothing could be proven. */
  readonly titles: readonly string[];
  /** Of the given source, proven together; where the goal is not reached, the proven edits that come nearest. */
  readonly edits: readonly Edit[];
  readonly repairs: readonly VerdictChange[];
  /** After the edits. */
  readonly source: string;
  readonly certified: Certified;
  /** Required properties that do not hold, each with why. */
  readonly obstacles: readonly Obstacle[];
  /** Edited texts that were judged, and why no more were. */
  readonly judged: number;
  readonly stopped: 'complete' | 'exhausted' | 'limit' | 'interrupted';
}

/** A text on the way. */
interface Step {
  readonly titles: readonly string[];
  readonly edits: readonly Edit[];
  readonly certified: Certified;
  readonly distance: Distance;
  readonly lastResort: boolean;
}

interface Attempt {
  readonly titles: readonly string[];
  readonly edits: readonly Edit[];
  readonly trial: Trial;
  readonly distance: Distance;
  /** What its last step must change no render of; null where it may. */
  readonly keepsTextOf: Certified | null;
  readonly lastResort: boolean;
}

interface Distance {
  /** Required properties that do not hold. */
  readonly open: number;
  /** Comparisons and renders at fault, of all required properties. */
  readonly faults: number;
}

/** A candidate that came near and was refused. */
export interface Refused {
  readonly titles: readonly string[];
  readonly repairs: readonly string[];
  readonly reason: string;
}

export function searchFixes(
  input: CertifyInput,
  required: readonly string[],
  certified: Certified = certifyFully(input),
  limits: SearchLimits = usual,
): Search {
  return new Searcher(withSharedEncodings(input), required, certified, limits).run();
}

class Searcher {
  private readonly seen = new Set<string>();
  private readonly refused: Refused[] = [];
  private best: { step: Step; proof: Proof } | null = null;
  private judged = 0;

  constructor(
    private readonly input: CertifyInput,
    private readonly required: readonly string[],
    private readonly start: Certified,
    private readonly limits: SearchLimits,
  ) {
    this.seen.add(input.source);
  }

  run(): Search {
    const distance = this.distanceOf(trialOf(this.input, []));
    let level: Step[] = [{ titles: [], edits: [], certified: this.start, distance, lastResort: false }];
    if (distance.open === 0) return this.found('complete');
    for (let depth = 0; depth < this.limits.steps && level.length > 0; depth += 1) {
      const attempts = level.flatMap((step) => this.attemptsFrom(step)).sort(nearestFirst);
      const reached = attempts.filter((attempt) => attempt.distance.open === 0).sort(smallestFirst);
      for (const attempt of reached) {
        if (this.prove(attempt) !== null) return this.found('complete');
      }
      if (this.input.interrupted?.()) return this.found('interrupted');
      level = this.nextLevel(attempts.filter((attempt) => attempt.distance.open > 0));
      if (this.judged >= this.limits.texts) return this.found('limit');
    }
    return this.found(level.length > 0 ? 'limit' : 'exhausted');
  }

  /** Edited texts that are nearer to the goal than the one they come from. */
  private attemptsFrom(step: Step): Attempt[] {
    const attempts: Attempt[] = [];
    const source = step.certified.analysis?.source ?? this.input.source;
    for (const { title, edits, keepsText, lastResort = false } of nextEdits(step.certified, this.required)) {
      if (this.judged >= this.limits.texts || this.input.interrupted?.()) break;
      const trial = trialOf({ ...this.input, source }, edits);
      if (this.seen.has(trial.source)) continue;
      this.seen.add(trial.source);
      this.judged += 1;
      const distance = this.distanceOf(trial);
      if (distance.faults >= step.distance.faults) continue;
      attempts.push({
        titles: [...step.titles, title],
        edits: composeEdits(this.input.source, step.edits, edits),
        trial,
        distance,
        lastResort: step.lastResort || lastResort,
        keepsTextOf: keepsText ? step.certified : null,
      });
    }
    return attempts;
  }

  /** The nearest texts that break nothing else. */
  private nextLevel(attempts: readonly Attempt[]): Step[] {
    const level: Step[] = [];
    for (const attempt of attempts) {
      if (level.length === this.limits.beam || this.input.interrupted?.()) break;
      const step = this.prove(attempt);
      if (step !== null) level.push(step);
    }
    return level;
  }

  /** A text that worsens nothing is a step; the nearest one that repairs something is kept. */
  private prove({ titles, edits, trial, distance, lastResort, keepsTextOf }: Attempt): Step | null {
    const outcome = proofOf(this.start, trial, { partial: distance.open > 0 });
    const reason = outcome.ok ? this.objectionTo(outcome.certified, keepsTextOf) : outcome.reason;
    if (!outcome.ok || reason !== null) {
      const repairs = this.required.filter((id) => trial.judge(id)?.result.verdict === 'PASS');
      this.refused.push({ titles, repairs, reason: reason ?? '' });
      return null;
    }
    const step = { titles, edits, certified: outcome.certified, distance, lastResort };
    if (outcome.repairs.length > 0 && isNearer(distance, this.best?.step.distance))
      this.best = { step, proof: outcome };
    return step;
  }

  private objectionTo(after: Certified, keepsTextOf: Certified | null): string | null {
    if (addsFindings(this.start.certification, after.certification)) return 'it would add findings';
    const changed = keepsTextOf !== null && changedRenders(keepsTextOf, after).changes.length > 0;
    if (changed) return 'it would change what is rendered';
    return harmOf(this.start, after);
  }

  private distanceOf(trial: Trial): Distance {
    const judged = this.required.map((id) => trial.judge(id));
    return {
      open: judged.filter((one) => one === null || one.result.verdict !== 'PASS').length,
      faults: judged.reduce((sum, one) => sum + (one?.faults ?? 1000), 0),
    };
  }

  private found(stopped: Search['stopped']): Search {
    const step = this.best?.step;
    const certified = step?.certified ?? this.start;
    const obstacles = obstaclesOf(certified, this.required, this.start, this.refused);
    return {
      complete: obstacles.length === 0,
      titles: step?.titles ?? [],
      edits: step?.edits ?? [],
      repairs: this.best?.proof.repairs ?? [],
      ...changedRenders(this.start, certified),
      source: certified.analysis?.source ?? this.input.source,
      certified,
      obstacles,
      judged: this.judged,
      stopped,
    };
  }
}

const sizeOf = ({ edits }: { readonly edits: readonly Edit[] }) =>
  edits.reduce((sum, { span, text }) => sum + text.length + span.end - span.start, 0);

const smallestFirst = (a: Attempt, b: Attempt) =>
  Number(a.lastResort) - Number(b.lastResort) || sizeOf(a) - sizeOf(b);

const nearestFirst = (a: Attempt, b: Attempt) =>
  a.distance.open - b.distance.open || a.distance.faults - b.distance.faults || smallestFirst(a, b);

const isNearer = (a: Distance, b: Distance | undefined) =>
  b === undefined || a.open < b.open || (a.open === b.open && a.faults < b.faults);
