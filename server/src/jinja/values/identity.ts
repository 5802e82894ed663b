/** Which object it is: what Python's `id` tells. */

const identities = new WeakMap<object, number>();
let nextIdentity = 1;

/** A number of its own for each object. */
export function identity(object: object): number {
  let found = identities.get(object);
  if (found === undefined) {
    found = nextIdentity++;
    identities.set(object, found);
  }
  return found;
}

/** Where Python would say that an object lies. As there, it is another one in every run. */
export function address(object: object): string {
  return `0x7f${identity(object).toString(16).padStart(10, '0')}`;
}
