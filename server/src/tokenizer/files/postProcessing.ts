import type { PostProcessing } from '../types.ts';
import { isJsonObject, type JsonObject } from './reader.ts';

/** Classes that `transformers` 4 gave a post-processor of their own, with BOS unless told otherwise. */
const ADDS_BOS_UNLESS_TOLD = /^(CodeLlama|Llama|Gemma|Cohere)Tokenizer(Fast)?$/;

/**
 * What `transformers` does around a text beside encoding it. `add_bos_token` of the config wins over tokenizer.json,
 * as in `transformers` 5. `idOf`: of a token's text, null for none.
 */
export function readPostProcessing(
  tokenizer: JsonObject,
  config: JsonObject | null,
  specialTokens: Readonly<Record<string, string>>,
  idOf: (text: string) => number | null,
): PostProcessing {
  const processors = processorsOf(tokenizer['post_processor']);
  const template = templateIds(processors, idOf);
  const usual = ADDS_BOS_UNLESS_TOLD.test(String(config?.['tokenizer_class'])) ? true : undefined;
  const addsBos = flag(config, 'add_bos_token') ?? usual;
  const addsEos = flag(config, 'add_eos_token') ?? (addsBos === undefined ? undefined : false);
  const idsOfNamed = (name: string) => ids([idOf(specialTokens[name] ?? '')]);
  return {
    before: addsBos === undefined ? template.before : addsBos ? idsOfNamed('bos_token') : [],
    after: addsEos === undefined ? template.after : addsEos ? idsOfNamed('eos_token') : [],
    trimsOffsets: processors.some(
      ({ type, trim_offsets: trims }) =>
        (type === 'ByteLevel' && trims === true) || (type === 'RobertaProcessing' && trims !== false),
    ),
  };
}

/** Flat, however nested. Members that are no objects do nothing. */
function processorsOf(processor: unknown): JsonObject[] {
  if (!isJsonObject(processor)) return [];
  const members = processor['processors'];
  return Array.isArray(members) ? members.flatMap(processorsOf) : [processor];
}

function templateIds(
  processors: readonly JsonObject[],
  idOf: (text: string) => number | null,
): { before: number[]; after: number[] } {
  const classifier = processors.find(({ type }) => type === 'RobertaProcessing' || type === 'BertProcessing');
  if (classifier !== undefined)
    return { before: ids([pairId(classifier['cls'])]), after: ids([pairId(classifier['sep'])]) };
  const template = processors.find(({ type }) => type === 'TemplateProcessing');
  const single = template?.['single'];
  const parts = Array.isArray(single) ? single.filter(isJsonObject) : [];
  const text = parts.findIndex((part) => isJsonObject(part['Sequence']));
  const tokens = parts.map(({ SpecialToken: token }) =>
    isJsonObject(token) ? idsNamed(template, String(token['id']), idOf) : [],
  );
  return { before: tokens.slice(0, Math.max(text, 0)).flat(), after: tokens.slice(text + 1).flat() };
}

/** A name in a template stands for the ids that the template says, several perhaps. */
function idsNamed(
  template: JsonObject | undefined,
  name: string,
  idOf: (text: string) => number | null,
): number[] {
  const named = template?.['special_tokens'];
  const told = isJsonObject(named) ? named[name] : undefined;
  const listed: unknown = isJsonObject(told) ? told['ids'] : undefined;
  if (!Array.isArray(listed)) return ids([idOf(name)]);
  return listed.filter((id): id is number => Number.isInteger(id));
}

/** Of `["<s>", 0]`. */
function pairId(pair: unknown): number | null {
  const id: unknown = Array.isArray(pair) ? pair[1] : null;
  return typeof id === 'number' ? id : null;
}

const ids = (found: readonly (number | null)[]): number[] => found.filter((id) => id !== null);

function flag(config: JsonObject | null, name: string): boolean | undefined {
  const value = config?.[name];
  return typeof value === 'boolean' ? value : undefined;
}
