import { Tuple, type List, type Value } from '../../values/types.ts';

/** A pair of `groupby` that is also read by name: `group.grouper`, `group.list`. */
export class GroupTuple extends Tuple {
  readonly typeName = '_GroupTuple';
  readonly moduleName = 'jinja2.filters';

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
