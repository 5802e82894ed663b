import type { Span } from './ast.ts';
import { spanOf } from './nodes.ts';
import type { TokenStream } from './stream.ts';
import type { Token } from './tokens.ts';

/** Which tags are open and which would close them, and what Python says where they don't match. */
export class Nesting {
  /** Names of the open tags, outermost first. */
  private readonly openTags: Token[] = [];
  /** What each body being read ends at. */
  private readonly awaited: (readonly string[])[] = [];

  constructor(private readonly tokens: TokenStream) {}

  open(tag: Token): void {
    this.openTags.push(tag);
  }

  close(): void {
    this.openTags.pop();
  }

  await(endTags: readonly string[]): void {
    this.awaited.push(endTags);
  }

  found(): void {
    this.awaited.pop();
  }

  failUnknownTag(name: Token): never {
    const known = this.awaited.flat().includes(name.value);
    const looking = this.lookingFor();
    const words = [`Encountered unknown tag '${name.value}'.`];
    if (looking && known)
      words.push(
        `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${looking}.`,
      );
    else if (looking) words.push(`Jinja was looking for the following tags: ${looking}.`);
    return this.failWithOpenTag(words, spanOf(name));
  }

  failEndOfTemplate(endTags: readonly string[]): never {
    this.awaited.push(endTags);
    const words = [
      'Unexpected end of template.',
      `Jinja was looking for the following tags: ${this.lookingFor()}.`,
    ];
    const open = this.openTags.at(-1);
    return this.failWithOpenTag(words, open ? spanOf(open) : this.tokens.here());
  }

  private failWithOpenTag(words: readonly string[], span: Span): never {
    const open = this.openTags.at(-1);
    const innermost = open ? [`The innermost block that needs to be closed is '${open.value}'.`] : [];
    return this.tokens.fail([...words, ...innermost].join(' '), span);
  }

  private lookingFor(): string {
    return (this.awaited.at(-1) ?? []).map((tag) => `'${tag}'`).join(' or ');
  }
}
