/** The cases of a template as a tree: properties, each with its conversations. */
import type { TestCase } from '../../../protocol/testing.ts';

export interface PropertyCases {
  readonly property: string;
  /** Of the property as a whole; null where it has conversations. */
  readonly whole: TestCase | null;
  readonly trajectories: ReadonlyMap<string, TestCase>;
}

/** In the order they came. */
export function groupOf(cases: readonly TestCase[]): PropertyCases[] {
  const properties = [...new Set(cases.map(({ property }) => property))];
  return properties.map((property) => {
    const own = cases.filter((one) => one.property === property);
    const trajectories = new Map(
      own.flatMap((one): [string, TestCase][] => (one.trajectory === null ? [] : [[one.trajectory, one]])),
    );
    return { property, whole: trajectories.size > 0 ? null : (own[0] ?? null), trajectories };
  });
}
