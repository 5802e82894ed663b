/** Files that are read at run time: beside the bundles, or in the checkout where nothing was bundled. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** `shipped`: below the folder of the command line's bundle; `inCheckout`: from this folder. */
export function shippedFile(shipped: string, inCheckout: string): string {
  const here = import.meta.dirname;
  const bundled = [path.join(here, shipped), path.join(here, '..', shipped)];
  return bundled.find((file) => existsSync(file)) ?? path.join(here, inCheckout);
}
