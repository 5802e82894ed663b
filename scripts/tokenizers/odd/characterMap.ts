import { utf8Bytes } from '../../../server/src/tokenizer/text/utf8.ts';

interface Node {
  readonly next: Map<number, Node>;
  value: number | null;
}

const node = (): Node => ({ next: new Map(), value: null });

/** A table of replacements as SentencePiece precompiles it, in base64. */
export function characterMap(replacements: ReadonlyMap<string, string>): string {
  const root = node();
  let texts = '';
  for (const [from, to] of replacements) {
    let at = root;
    for (const byte of utf8Bytes(from)) {
      if (!at.next.has(byte)) at.next.set(byte, node());
      at = at.next.get(byte)!;
    }
    at.value = utf8Bytes(texts).length;
    texts += `${to}\0`;
  }
  const trie = Uint32Array.from(doubleArray(root));
  return Buffer.concat([
    Buffer.from(Uint32Array.of(trie.byteLength).buffer),
    Buffer.from(trie.buffer),
    Buffer.from(texts),
  ]).toString('base64');
}

/** Units of darts: the byte that leads there, whether a word ends there, and how far away its followers are. */
function doubleArray(root: Node): number[] {
  const units: (number | undefined)[] = [0];
  /** No two units share one, or one would lead to the followers of the other. */
  const bases = new Set<number>();
  const place = (parent: Node, at: number, label: number): void => {
    const leaf = parent.value !== null;
    const labels = [...(leaf ? [0] : []), ...parent.next.keys()];
    let base = 0x100;
    while (bases.has(base) || labels.some((byte) => units[base ^ byte] !== undefined)) base++;
    bases.add(base);
    units[at] = (((at ^ base) << 10) | (leaf ? 0x100 : 0) | label) >>> 0;
    for (const byte of labels) units[base ^ byte] = byte === 0 ? (0x80000000 | parent.value!) >>> 0 : 0;
    for (const [byte, child] of parent.next) place(child, base ^ byte, byte);
  };
  place(root, 0, 0);
  // Every follower of a unit lies within the block of 256 that its base is in.
  const size = Math.ceil((units.length + 1) / 256) * 256;
  return Array.from({ length: size }, (_, at) => units[at] ?? 0);
}
