import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { readJson } from '../jinja/json/index.ts';
import { wordsOfJsonError } from '../text/jsonErrors.ts';
import { profiles } from '../certify/profiles/registry.ts';
import { ruleOf, rules } from '../rules/registry.ts';
import { didYouMean } from '../text/suggestion.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { Config, ConfigFields, ConfigProblem, Override } from './config.ts';
import {
  anyValue,
  fieldsOf,
  listOf,
  oneOf,
  oneOrMore,
  recordOf,
  text,
  type FieldShapes,
  type Say,
} from './shapes.ts';

const codes = rules.map(({ code }) => code);

const fieldShapes: FieldShapes<ConfigFields> = {
  tokenizer: text,
  use: oneOf(['serving', 'sft', 'rl']),
  profiles: listOf(oneOf(profiles.map(({ id }) => id))),
  severities: recordOf(oneOf(['error', 'warning', 'information', 'off']), (code) =>
    ruleOf(code) === undefined
      ? `is not the code of a rule (\`chat-template rules\` lists them)${didYouMean(code, codes)}`
      : null,
  ),
  toolCallParser: text,
  reasoningParser: text,
  kwargs: recordOf(listOf(anyValue)),
  conversations: listOf(text),
};

const overrideShape = fieldsOf<Override>({ files: oneOrMore(text), ...fieldShapes });

const configShape = fieldsOf<Config>({
  ...fieldShapes,
  overrides: listOf((node, path, say) => {
    const { files, ...fields } = overrideShape(node, path, say) ?? {};
    if (files !== undefined) return { files, ...fields };
    say(node, path, 'has to say in `files` which templates it is for');
    return undefined;
  }),
});

/**
 * Reads the text of a config file; comments and trailing commas are allowed. What is wrong is left out of the config
 * and said in `problems`, in the order of the file.
 */
export function readConfig(source: string): { config: Config; problems: readonly ConfigProblem[] } {
  const lines = new LineIndex(source);
  const problems: ConfigProblem[] = [];
  const report = (offset: number, path: string, message: string) =>
    problems.push({ ...lines.positionOf(offset), path, message });
  const say: Say = (node, path, message) =>
    report(node.offset, path, `${path === '' ? 'the file' : path} ${message}`);

  const errors: ParseError[] = [];
  const tree = parseTree(source, errors, { allowTrailingComma: true });
  for (const error of errors) report(error.offset, '', `this is not JSON: ${wordsOfJsonError(error)}`);
  const read = tree === undefined ? undefined : configShape(withExactNumbers(tree, source), '', say);
  problems.sort((one, other) => one.line - other.line || one.column - other.column);
  return { config: { overrides: [], ...read }, problems };
}

/** `1.0` is a float to a template, and an integer may be long: numbers stay as they are written. */
function withExactNumbers(node: Node, source: string): Node {
  if (node.type === 'number')
    return { ...node, value: readJson(source.slice(node.offset, node.offset + node.length)) };
  return node.children === undefined
    ? node
    : { ...node, children: node.children.map((child) => withExactNumbers(child, source)) };
}
