/** Activations of compiled code: where variables live while a template runs. */
import type { Value } from '../values/types.ts';
import type { RenderState } from './state.ts';

/**
 * One activation of a function of compiled code: the template itself, a macro, a block, the body of a recursive
 * loop, a loop filter. All scopes nested in a function share its slots; `undefined` is "not set".
 */
export class Frame {
  readonly slots: (Value | undefined)[];

  constructor(
    /** Activation that was running where the function was defined. */
    readonly parent: Frame | null,
    readonly rt: RenderState,
    readonly context: Context,
    size: number,
  ) {
    this.slots = new Array<Value | undefined>(size).fill(undefined);
  }
}

/** Where names come from that no scope defines. */
export interface Context {
  resolve(name: string): Value | undefined;
  /** A top-level assignment: blocks see it. */
  assign(name: string, value: Value): void;
}

/** The slots of one function, shared by its scopes: siblings at the same level share a slot per name. */
export class Layout {
  private readonly indices = new Map<string, number>();

  constructor(readonly parent: Layout | null) {}

  get size(): number {
    return this.indices.size;
  }

  slot(level: number, name: string): Slot {
    const key = `${level} ${name}`;
    let index = this.indices.get(key);
    if (index === undefined) {
      index = this.indices.size;
      this.indices.set(key, index);
    }
    return { layout: this, index };
  }
}

export interface Slot {
  readonly layout: Layout;
  readonly index: number;
}

/** How a body ended: `break` and `continue` travel up to their loop. */
export type Signal = 0 | 1 | 2;
export const NORMAL: Signal = 0;
export const BREAK: Signal = 1;
export const CONTINUE: Signal = 2;

export type Evaluate = (frame: Frame) => Value;
export type Decide = (frame: Frame) => boolean;
export type Execute = (frame: Frame) => Signal;
