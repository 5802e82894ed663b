/** Compiles what writes: text and `{{ }}`. */
import type { Binary, Expression, Output, Text as TextNode } from '../syntax/ast.ts';
import { literalLeaf, madeLeaf } from '../trace/build.ts';
import { SHOWN, TEXT } from '../trace/log.ts';
import type { Recorder } from '../trace/recorder.ts';
import { print } from '../values/print.ts';
import { escape, textOf } from '../values/text.ts';
import { Dict, Float, InputPath, List, Str, type Text, type Value } from '../values/types.ts';
import { compileExpression } from './expressions.ts';
import { NORMAL, type Evaluate, type Execute, type Frame } from './frame.ts';
import { printed } from './printed.ts';
import type { RenderState } from './state.ts';
import { areTexts, compileTerms } from './sums.ts';
import type { Place, Unit } from './unit.ts';

export function compileText(unit: Unit, { value, span }: Pick<TextNode, 'value' | 'span'>): Execute {
  if (!unit.traced) {
    return (f) => {
      f.rt.out += value;
      return NORMAL;
    };
  }
  const code = unit.code(TEXT, literalLeaf(value.length, span));
  return ({ rt }) => {
    rt.out += value;
    (rt.recorder as Recorder).wroteText(code);
    return NORMAL;
  };
}

export function compileOutput(unit: Unit, node: Output, place: Place): Execute {
  const text = unit.printed(node.value, place);
  if (text !== null) return compileText(unit, { value: text, span: node.value.span });
  if (unit.traced) {
    const { value } = node;
    const isSum = value.kind === 'binary' && value.operator === '+' && place.autoescape === false;
    return isSum ? compileTracedSumOutput(unit, node, value, place) : compileTracedOutput(unit, node, place);
  }
  const value = compileExpression(unit, node.value, place);
  const { span } = node.value;
  const { autoescape } = place;
  if (autoescape === false) {
    return (f) => {
      const shown = value(f);
      const { rt } = f;
      if (typeof shown === 'string') {
        rt.out += shown;
      } else {
        rt.at = span;
        rt.out += print(shown);
      }
      rt.checkOutput();
      return NORMAL;
    };
  }
  return (f) => {
    const shown = value(f);
    const { rt } = f;
    rt.at = span;
    const text = printed(shown);
    rt.out += print((autoescape ?? rt.autoescape) ? escape(text) : text);
    rt.checkOutput();
    return NORMAL;
  };
}

function compileTracedOutput(unit: Unit, node: Output, place: Place): Execute {
  const value = compileExpression(unit, node.value, place);
  const site = unit.code(SHOWN, node.span);
  const { span } = node.value;
  const { autoescape } = place;
  const pathOf = autoescape === false ? compilePathOf(unit, node.value, place) : null;
  return (f) => {
    const shown = value(f);
    const { rt } = f;
    rt.at = span;
    if (autoescape === false && shown instanceof Str) {
      writeTraced(rt, shown, site);
      rt.checkOutput();
      return NORMAL;
    }
    const text = printed(shown);
    const written = autoescape === false || !(autoescape ?? rt.autoescape) ? text : escape(text);
    const path = pathOf !== null && isScalar(shown) ? pathOf(f) : null;
    writeTraced(rt, written, site, path);
    rt.checkOutput();
    return NORMAL;
  };
}

/** `{{ a + b }}`: texts are written one by one. */
function compileTracedSumOutput(unit: Unit, node: Output, sum: Binary, place: Place): Execute {
  const terms = compileTerms(unit, sum, place);
  const site = unit.code(SHOWN, node.span);
  return (f) => {
    const found = terms(f);
    const { rt } = f;
    rt.at = sum.span;
    if (areTexts(found)) for (let i = 0; i < found.length; i++) writeTraced(rt, found[i] as Text, site);
    else writeTraced(rt, printed(found), site);
    rt.checkOutput();
    return NORMAL;
  };
}

/** `path`: what a text without an origin of its own was made from (a number), where that is known. */
function writeTraced(rt: RenderState, text: Text, site: number, path: InputPath | null = null): void {
  const plain = textOf(text);
  if (plain === '') return;
  rt.out += plain;
  const known = typeof text === 'string' ? null : text.provenance;
  (rt.recorder as Recorder).wrote(site, known ?? madeLeaf(plain.length, path, null));
}

const isScalar = (value: Value) => value === null || typeof value !== 'object' || value instanceof Float;

/**
 * The input path of `{{ x.a }}` and `{{ x[a] }}`: numbers do not carry their origin, but the container that they
 * were taken from does. The object is evaluated once more, which has no side effects for plain access paths.
 */
function compilePathOf(
  unit: Unit,
  node: Expression,
  place: Place,
): ((frame: Frame) => InputPath | null) | null {
  if (!isAccessPath(node)) return null;
  if (node.kind === 'name') {
    const value = compileExpression(unit, node, place);
    const path = new InputPath(null, node.name);
    return (f) => (f.context.resolve(node.name) === value(f) ? path : null);
  }
  if (node.kind === 'attribute')
    return pathIn(compileExpression(unit, node.object, place), () => node.attribute);
  if (node.kind === 'subscript') {
    return pathIn(compileExpression(unit, node.object, place), compileExpression(unit, node.index, place));
  }
  return null;
}

function isAccessPath(node: Expression): boolean {
  if (node.kind === 'attribute') return isAccessPath(node.object);
  if (node.kind === 'subscript') return isAccessPath(node.object) && isPlain(node.index);
  return node.kind === 'name';
}

const isPlain = (node: Expression) =>
  node.kind === 'name' || node.kind === 'string' || node.kind === 'integer';

function pathIn(object: Evaluate, key: Evaluate): (frame: Frame) => InputPath | null {
  return (f) => {
    const container = object(f);
    if (!(container instanceof Dict || container instanceof List) || container.origin === null) return null;
    const at = key(f);
    if (typeof at === 'number') {
      const index = container instanceof List && at < 0 ? at + container.items.length : at;
      return new InputPath(container.origin, index);
    }
    return typeof at === 'string' || at instanceof Str ? new InputPath(container.origin, print(at)) : null;
  };
}
