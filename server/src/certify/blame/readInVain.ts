/** Fields that a template reads where no conversation has them: what it should have read instead is lost. */
import type { Json } from '../../../../protocol/conversation.ts';
import type { Trace } from '../../jinja/index.ts';
import type { Node } from '../../jinja/syntax/ast.ts';
import { dataFlowOf, type FieldRead } from '../../dataflow/index.ts';
import { places } from '../../dataflow/schema.ts';
import type { Tree } from '../../dataflow/tree.ts';
import type { Subject } from '../subject.ts';
import type { Lost } from './lossSite.ts';

/**
 * The first read of the one unknown field that is printed where the lost text should be: in the branches that were
 * taken for its message, of the value that carries it. Null where there is none, or more than one such field.
 */
export function readInVain(subject: Subject, trace: Trace, lost: Lost): FieldRead | null {
  const { reads, tree } = dataFlowOf(subject.program.template);
  const isOfOwner = ownersOf(lost);
  const tried = reads.filter(
    (read) =>
      isOfOwner(read) &&
      [...read.of].every((path) => places[path]?.fields.has(read.field) !== true) &&
      (lost.message < 0 || isReached(tree, trace, read.node, lost.message)),
  );
  const printed = new Set(tried.filter(({ node }) => isPrinted(tree, node)).map(({ field }) => field));
  const meant =
    printed.size === 1
      ? [...printed]
      : keysTo(lost)
          .filter((key) => printed.has(key))
          .slice(-1);
  return tried.find(({ field }) => meant.includes(field)) ?? null;
}

/** The keys under which the conversation holds the lost text, the outermost first. */
function keysTo({ request: { conversation }, text, message }: Lost): readonly string[] {
  const find = (value: unknown, keys: readonly string[]): readonly string[] | null => {
    if (typeof value !== 'object' || value === null) return value === text ? keys : null;
    for (const [key, below] of Object.entries(value)) {
      const found = key === text ? keys : find(below, [...keys, key]);
      if (found !== null) return found;
    }
    return null;
  };
  return find(message < 0 ? conversation.tools : conversation.messages[message], []) ?? [];
}

/** Whether a read is of the value that carries the lost text. Names of calls may stand for other things elsewhere. */
function ownersOf({ request, text, message }: Lost): (read: FieldRead) => boolean {
  const isInCall = JSON.stringify(callsOf(request.conversation.messages[message])).includes(text);
  if (message >= 0 && !isInCall) return ({ of }) => [...of].every((path) => messageOrContent.has(path));
  if (message >= 0) return ({ of }) => [...of].some((path) => ofCalls.has(path));
  return ({ of, field }) =>
    [...of].some((path) => ofTools.has(path) || (path === 'messages[]' && toolsByName.test(field)));
}

const messageOrContent: ReadonlySet<string> = new Set(['messages[]', 'messages[].content']);
/** Tool definitions that a message carries, as some vendors have it. */
const toolsByName = /^(tools|functions)$/;
const ofTools: ReadonlySet<string> = new Set(['tools[]', 'tools[].function']);
const ofCalls: ReadonlySet<string> = new Set(['messages[].tool_calls[]', 'messages[].tool_calls[].function']);

const callsOf = (message: { readonly tool_calls?: Json } | undefined): Json => message?.tool_calls ?? null;

/** Every branch around it was taken for the message. */
function isReached(tree: Tree, { decisions }: Trace, node: Node, message: number): boolean {
  let below = node;
  for (const above of tree.ancestorsOf(node)) {
    if (above.kind === 'branch' && above.condition.id !== below.id) {
      const taken = decisions.some(
        (decision) =>
          decision.node === above.id && decision.outcome === true && [message, -1].includes(decision.message),
      );
      if (!taken) return false;
    }
    below = above;
  }
  return true;
}

/** Not only asked for: its value goes into the text, a loop or a variable. */
function isPrinted(tree: Tree, node: Node): boolean {
  let below = node;
  for (const above of tree.ancestorsOf(node)) {
    if (above.kind === 'branch' || above.kind === 'test' || above.kind === 'compare') return false;
    if (above.kind === 'conditional' && above.condition.id === below.id) return false;
    if (above.kind === 'output' || above.kind === 'set' || above.kind === 'for') return true;
    below = above;
  }
  return false;
}
