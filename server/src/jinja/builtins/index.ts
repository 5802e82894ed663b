/** Everything that a chat template finds without asking for it. */
import type { Registries } from '../evaluate/registries.ts';
import { filters } from './filters/index.ts';
import { globals } from './globals.ts';
import { attributeOf, methodOf } from './methods/index.ts';
import { tests } from './tests/index.ts';

export const registries: Registries = { filters, tests, globals, methodOf, attributeOf };
