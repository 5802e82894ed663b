/** Losses of fields that are a template's own fault, and that no other rule tells. */
import type { Analysis } from '../certify/analysis.ts';
import { argsShape } from '../certify/properties/argsShape.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { jsonBytes } from '../certify/properties/jsonBytes.ts';
import { surviveFields, type FieldLoss } from '../certify/properties/surviveFields.ts';
import { plainRequest } from '../certify/requests.ts';
import { assistant, tool, user, type Call } from '../conversation/messages.ts';
import { dataFlowOf, type Tree } from '../dataflow/index.ts';
import type { Node } from '../jinja/syntax/ast.ts';

const ofTools = /^(function|argument|tool|content beside)/;

/**
 * What a template must speak of before the loss of a field is its fault: one that knows no tools at all is a plain
 * chat template, not a broken one. Fields that are not listed belong to every template.
 */
const subjects: readonly { readonly fields: RegExp; readonly words: RegExp }[] = [
  { fields: /^reasoning/, words: /reason|think|thought/i },
  { fields: ofTools, words: /tool|function/i },
];

export function lossesOf(analysis: Analysis): Fault<FieldLoss>[] {
  const speaksOf = wordsOf(analysis);
  const isForTools = !refusesTools(analysis);
  const { argumentsAs } = analysis.dialect;
  const sorts = analysis
    .factsOf(jsonBytes)
    .faults.some(({ data }) => data.kind === 'order' && data.where === 'arguments');
  const drops = analysis
    .factsOf(argsShape)
    .faults.some(({ data }) => data.kind === 'drops' && data.shape === argumentsAs);
  return analysis
    .factsOf(surviveFields)
    .faults.filter(
      (fault) =>
        isItsFault(fault.data.field, speaksOf, isForTools) &&
        !isOrderOfCalls(fault) &&
        !(sorts && isOrderOfKeys(fault)) &&
        !(drops && fault.data.field.startsWith('argument')),
    );
}

/** Sorted keys are told by the rule of JSON, arguments that are lost for their shape by that of shapes. */
const isOrderOfKeys = ({ data }: Fault<FieldLoss>) =>
  data.kind === 'out of order' && data.field.startsWith('argument');

/** Calls before the content beside them are told by the rule of parallel calls. */
const isOrderOfCalls = ({ data, witness }: Fault<FieldLoss>) =>
  data.kind === 'out of order' && witness.trajectory === 'content beside a call';

function isItsFault(field: string, speaksOf: string, isForTools: boolean): boolean {
  if (ofTools.test(field) && !isForTools) return false;
  const subject = subjects.find(({ fields }) => fields.test(field));
  return subject === undefined || subject.words.test(speaksOf);
}

/** Every name, attribute and string of the template: what it speaks of. Words of a refusal are none of its subjects. */
function wordsOf({ subject }: Analysis): string {
  const words: string[] = [];
  const { tree } = dataFlowOf(subject.program.template);
  for (const node of tree.nodes) {
    if (isRefusal(tree, node)) continue;
    if (node.kind === 'name') words.push(node.name);
    if (node.kind === 'attribute') words.push(String(node.attribute));
    if (node.kind === 'string' || node.kind === 'text') words.push(node.value);
  }
  return words.join('\n');
}

/** What it refuses with. */
function isRefusal(tree: Tree, node: Node): boolean {
  return [...tree.ancestorsOf(node)].some(
    (above) =>
      above.kind === 'call' && above.callee.kind === 'name' && above.callee.name === 'raise_exception',
  );
}

const call: Call = { id: 'call00001', name: 'lookup', arguments: { city: 'Rome' } };

/** It reads neither calls nor tools, and names the role of their results only to refuse it. */
function refusesTools({ subject, dialect }: Analysis): boolean {
  const { reads, tree } = dataFlowOf(subject.program.template);
  const isRead =
    reads.some(({ field }) => /call|tools|functions/.test(field)) ||
    tree.nodes.some((node) => node.kind === 'name' && node.name === 'tools');
  if (isRead) return false;
  const step = [user('go'), assistant({ calls: [call] }), tool(call, 'found')];
  const rendered = subject.render(plainRequest(dialect.spell(step)));
  return !rendered.ok && rendered.error.type === 'TemplateRaised';
}
