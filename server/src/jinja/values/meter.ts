/**
 * What one render may still spend. Value operations charge the meter of the render in progress (renders are
 * synchronous, so there is one at a time per thread); outside a render nothing is limited.
 */
import { budgetExceeded } from './errors.ts';

export interface Limits {
  readonly steps: number;
  readonly memory: number;
  /** UTF-16 units of one string. */
  readonly output: number;
  /** Nesting of values and calls. */
  readonly depth: number;
}

/** Steps between two looks at the limits. */
const STRIDE = 4096;

export class Meter {
  /** Steps until the next look at the limits: the one counter that hot code touches. */
  fuel: number;
  private granted: number;
  private settled = 0;
  private bytes = 0;

  /** `interrupted` is asked now and then; true stops the render. */
  constructor(
    readonly limits: Limits,
    private readonly interrupted: (() => boolean) | null = null,
  ) {
    this.granted = Math.min(STRIDE, limits.steps);
    this.fuel = this.granted;
  }

  /** Steps taken so far. */
  get steps(): number {
    return this.settled + this.granted - this.fuel;
  }

  step(): void {
    if (--this.fuel < 0) this.refuel();
  }

  /** `steps` of work and `bytes` of new memory. */
  charge(steps: number, bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.memory) {
      throw budgetExceeded(`The template needs more than ${this.limits.memory} bytes of memory.`);
    }
    this.fuel -= steps;
    if (this.fuel < 0) this.refuel();
  }

  private refuel(): void {
    this.settled = this.steps;
    this.granted = 0;
    this.fuel = 0;
    if (this.settled > this.limits.steps) {
      throw budgetExceeded(`The template takes more than ${this.limits.steps} steps.`);
    }
    if (this.interrupted?.()) throw budgetExceeded('The render was stopped.');
    this.granted = Math.min(STRIDE, this.limits.steps - this.settled);
    this.fuel = this.granted;
  }
}

const UNLIMITED: Limits = {
  steps: Infinity,
  memory: Infinity,
  output: 2 ** 29,
  depth: 900,
};

let active = new Meter(UNLIMITED);

/** Makes `meter` the one that is charged; answers the one before, to be put back. */
export function useMeter(meter: Meter): Meter {
  const before = active;
  active = meter;
  return before;
}

/** Charges work that grows with a value: `steps` of about one item each, `bytes` of new memory. */
export function charge(steps: number, bytes = 0): void {
  active.charge(steps, bytes);
}

/** Charges a string of `units` UTF-16 units before it is built. */
export function chargeText(units: number): void {
  checkLength(units);
  active.charge(units >> 6, units * 2);
}

/** Charges a string joined from parts: they are shared, not copied, so only `added` units of it are new. */
export function chargeJoin(units: number, added: number): void {
  checkLength(units);
  active.charge(1, added * 2 + 32);
}

function checkLength(units: number): void {
  if (units > active.limits.output) {
    throw budgetExceeded(`The template builds a text of more than ${active.limits.output} characters.`);
  }
}

/** Nesting of values that printing, comparing and hashing follow before RecursionError. */
export function maximumDepth(): number {
  return active.limits.depth;
}
