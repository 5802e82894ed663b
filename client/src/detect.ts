/**
 * Whether a file is a chat template. `.jinja` files are of every kind (web pages, configuration, SQL), so one whose
 * name does not say it is claimed by content that only a chat template has.
 */

const LOOPS_OVER_MESSAGES = /^[-+]?\s*for\s[^%]{1,200}?\sin\s+(?:[\w.]*_)?messages\b/;
const READS_MESSAGES = /\bmessages\s*[[|.]/;
const READS_GENERATION_PROMPT = /\badd_generation_prompt\b/;
const READS_ROLE = /\.role\b|\[\s*['"]role['"]\s*\]/;

/** Only the beginning is looked at: hardly a chat template is longer, and other files may be. */
const LOOKED_AT = 100_000;

const CLOSERS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** What stands inside the tags and outputs of a text, each for itself; comments are left out. */
function* codeParts(text: string): Generator<string> {
  const opening = /\{[{%#]/g;
  let position = 0;
  for (;;) {
    opening.lastIndex = position;
    const found = opening.exec(text);
    if (!found) return;
    const open = found[0];
    const from = opening.lastIndex;
    const end = text.indexOf(CLOSERS[open] ?? '', from);
    if (end < 0) return;
    if (open !== '{#') yield text.slice(from, end);
    position = end + 2;
  }
}

/**
 * Does this text read `messages` as a chat template does: a loop over them, and either the generation prompt or
 * the messages' roles? Text outside tags is no evidence, nor are comments.
 */
export function looksLikeChatTemplate(text: string): boolean {
  let loops = false;
  let messages = false;
  let generationPrompt = false;
  let roles = false;
  for (const code of codeParts(text.slice(0, LOOKED_AT))) {
    loops ||= LOOPS_OVER_MESSAGES.test(code);
    messages ||= READS_MESSAGES.test(code);
    generationPrompt ||= READS_GENERATION_PROMPT.test(code);
    roles ||= READS_ROLE.test(code);
    if ((loops && (generationPrompt || roles)) || (messages && generationPrompt)) return true;
  }
  return false;
}
