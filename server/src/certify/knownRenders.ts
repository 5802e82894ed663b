/**
 * Renders that were made, found again by their request. Where a render did not look at a variable it was given, another
 * value of that variable gives the same text: most settings of a switch are asked for in conversations that never get
 * to it.
 */
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Program, Rendered } from '../jinja/api.ts';
import { requestKey, type ContentKeys } from './requestKeys.ts';

export interface KnownRender {
  readonly request: RenderRequest;
  readonly rendered: Rendered;
}

/** A render that was really made, with the names it looked at; null: it may have looked at any. */
interface MadeRender extends KnownRender {
  readonly asked: readonly string[] | null;
}

export class KnownRenders {
  private readonly byRequest = new Map<string, KnownRender>();
  private readonly byMessages = new Map<string, MadeRender[]>();

  constructor(private readonly keys: ContentKeys) {}

  /** How many were asked for. */
  get size(): number {
    return this.byRequest.size;
  }

  /** Null where it has to be made. */
  get(request: RenderRequest): Rendered | null {
    const key = requestKey(request);
    const known = this.byRequest.get(key);
    if (known !== undefined) return known.rendered;
    const alike = this.alike(request);
    if (alike === undefined) return null;
    this.byRequest.set(key, { request, rendered: alike.rendered });
    return alike.rendered;
  }

  add(request: RenderRequest, rendered: Rendered, program: Program): void {
    this.byRequest.set(requestKey(request), { request, rendered });
    const made = { request, rendered, asked: program.askedFor(rendered) };
    const key = this.keys.messages(request.conversation.messages);
    const others = this.byMessages.get(key);
    if (others === undefined) this.byMessages.set(key, [made]);
    else others.push(made);
  }

  /** In the order they were asked for. */
  all(): readonly KnownRender[] {
    return [...this.byRequest.values()];
  }

  /** Takes over what is known of the same template, by the same keys. */
  addAll(others: KnownRenders): void {
    for (const [key, known] of others.byRequest) this.byRequest.set(key, known);
    for (const [key, made] of others.byMessages) this.byMessages.set(key, [...made]);
  }

  clear(): void {
    this.byRequest.clear();
    this.byMessages.clear();
  }

  private alike(request: RenderRequest): MadeRender | undefined {
    const candidates = this.byMessages.get(this.keys.messages(request.conversation.messages));
    return candidates?.find(({ request: made, asked }) =>
      asked?.every((name) => name === 'messages' || this.isSame(name, made, request)),
    );
  }

  private isSame(name: string, one: RenderRequest, other: RenderRequest): boolean {
    return this.keys.variable(one, name) === this.keys.variable(other, name);
  }
}
