/** Python's stable sort: the comparisons, and so the pair that a TypeError names, come in Python's order. */
import { charge } from './meter.ts';

type Less<T> = (left: T, right: T) => boolean;

/** Below this length Python sorts by insertion alone. */
const SHORT = 64;

/** Sorts in place by `less` (`<` of Python); what `less` throws comes through. */
export function sortStable<T>(items: T[], less: Less<T>): void {
  if (items.length < 2) return;
  charge(items.length, items.length * 8);
  const run = leadingRun(items, less);
  if (run === items.length) return;
  if (items.length < SHORT) insertFrom(items, run, less);
  else mergeInto(items, less);
}

/** `sorted(items, reverse=True)`: equal items keep their order all the same. */
export function sortStableReversed<T>(items: T[], less: Less<T>): void {
  items.reverse();
  sortStable(items, less);
  items.reverse();
}

/** Length of the sorted run at the start; a strictly falling one is turned round. */
function leadingRun<T>(items: T[], less: Less<T>): number {
  const falling = less(items[1] as T, items[0] as T);
  let end = 2;
  while (end < items.length && less(items[end] as T, items[end - 1] as T) === falling) end++;
  if (falling) {
    const run = items.slice(0, end).reverse();
    run.forEach((item, at) => (items[at] = item));
  }
  return end;
}

function insertFrom<T>(items: T[], from: number, less: Less<T>): void {
  for (let next = from; next < items.length; next++) {
    charge(next);
    const item = items[next] as T;
    let low = 0;
    let high = next;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (less(item, items[middle] as T)) high = middle;
      else low = middle + 1;
    }
    items.copyWithin(low + 1, low, next);
    items[low] = item;
  }
}

function mergeInto<T>(items: T[], less: Less<T>): void {
  if (items.length < SHORT) {
    if (items.length > 1) insertFrom(items, 1, less);
    return;
  }
  const middle = items.length >> 1;
  const left = items.slice(0, middle);
  const right = items.slice(middle);
  mergeInto(left, less);
  mergeInto(right, less);
  charge(items.length, items.length * 8);
  let l = 0;
  let r = 0;
  for (let at = 0; at < items.length; at++) {
    const takeRight = l === left.length || (r < right.length && less(right[r] as T, left[l] as T));
    items[at] = takeRight ? (right[r++] as T) : (left[l++] as T);
  }
}
