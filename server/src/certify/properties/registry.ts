/** Every property, in the order a certificate lists them. */
import { appendTool } from './appendTool.ts';
import { appendUser } from './appendUser.ts';
import type { Property } from './property.ts';
import { seamGeneration } from './seamGeneration.ts';
import { titoAudit } from './titoAudit.ts';

export const properties: readonly Property[] = [titoAudit, appendTool, appendUser, seamGeneration];
