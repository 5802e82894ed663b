/** The tree of tests: template, property, conversation. Items are kept while they exist, so that runs can name them. */
import type * as vscode from 'vscode';
import type { TestCase } from '../../../protocol/testing.ts';
import { groupOf } from './group.ts';

/** Brings a template's items in step with its cases; returns the item of each case. */
export function updateItems(
  controller: vscode.TestController,
  template: vscode.TestItem,
  cases: readonly TestCase[],
): Map<TestCase, vscode.TestItem> {
  const found = new Map<TestCase, vscode.TestItem>();
  const groups = groupOf(cases);
  const properties = new Set(groups.map(({ property }) => property));
  keepOnly(template.children, properties);
  for (const { property, whole, trajectories } of groups) {
    const item = itemIn(controller, template, property);
    keepOnly(item.children, new Set(trajectories.keys()));
    if (whole) found.set(whole, item);
    for (const [trajectory, one] of trajectories) found.set(one, itemIn(controller, item, trajectory));
  }
  return found;
}

function itemIn(controller: vscode.TestController, parent: vscode.TestItem, name: string): vscode.TestItem {
  const known = parent.children.get(name);
  if (known) return known;
  const item = controller.createTestItem(name, name, parent.uri);
  parent.children.add(item);
  return item;
}

function keepOnly(items: vscode.TestItemCollection, ids: ReadonlySet<string>): void {
  const gone = [...items].map(([id]) => id).filter((id) => !ids.has(id));
  for (const id of gone) items.delete(id);
}

/** The item, or one of those above it, is among `items`. */
export function isWithin(item: vscode.TestItem, items: readonly vscode.TestItem[]): boolean {
  return items.includes(item) || (item.parent !== undefined && isWithin(item.parent, items));
}

/** The template that an item belongs to. */
export function templateOf(item: vscode.TestItem): vscode.TestItem {
  return item.parent === undefined ? item : templateOf(item.parent);
}
