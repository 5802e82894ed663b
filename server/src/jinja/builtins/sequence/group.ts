import { Tuple, type List, type Value } from '../../values/types.ts';

/** A pair of `groupby` that is also read by name: `group.grouper`, `group.list`. */
export class GroupTuple extends Tuple {
  constructor(
    private readonly grouper: Value,
    private readonly list: List,
  ) {
    super([grouper, list]);
  }

  attribute(name: string): Value | undefined {
    if (name === 'grouper') return this.grouper;
    return name === 'list' ? this.list : undefined;
  }
}
