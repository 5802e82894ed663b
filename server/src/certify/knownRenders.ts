/**
 * Renders that were made, found again by their request. Where a render did not look at a variable it was given, another
 * value of that variable gives the same text: most settings of a switch are asked for in conversations that never get
 * to it.
 */
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Program, Rendered } from '../jinja/api.ts';
import { messagesKey, requestKey, variableKey } from './inputs.ts';

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

  /** How many were asked for. */
  get size(): number {
    return this.byRequest.size;
  }

  /** Null where it has to be made. */
  get(request: RenderRequest): Rendered | null {
    const key = requestKey(request);
    const known = this.byRequest.get(key);
    if (known !== undefined) return known.rendered;
    const alike = this.byMessages.get(messagesKey(request))?.find((made) => isAlike(made, request));
    if (alike === undefined) return null;
    this.byRequest.set(key, { request, rendered: alike.rendered });
    return alike.rendered;
  }

  add(request: RenderRequest, rendered: Rendered, program: Program): void {
    this.byRequest.set(requestKey(request), { request, rendered });
    const made = { request, rendered, asked: program.askedFor(rendered) };
    const key = messagesKey(request);
    const others = this.byMessages.get(key);
    if (others === undefined) this.byMessages.set(key, [made]);
    else others.push(made);
  }

  /** In the order they were asked for. */
  all(): readonly KnownRender[] {
    return [...this.byRequest.values()];
  }

  /** Takes over what is known of the same template. */
  addAll(others: KnownRenders): void {
    for (const [key, known] of others.byRequest) this.byRequest.set(key, known);
    for (const [key, made] of others.byMessages) this.byMessages.set(key, [...made]);
  }

  clear(): void {
    this.byRequest.clear();
    this.byMessages.clear();
  }
}

/** Of two requests with the same messages. */
function isAlike({ request, asked }: MadeRender, other: RenderRequest): boolean {
  return (
    asked !== null &&
    asked.every((name) => name === 'messages' || variableKey(request, name) === variableKey(other, name))
  );
}
