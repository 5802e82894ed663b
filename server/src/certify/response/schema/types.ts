/** `response_schema` as the library transformers reads it: a JSON schema whose nodes say how they are parsed. */
import type { Json } from '../../../../../protocol/conversation.ts';

export type SchemaNode = { [key: string]: Json };

export type SchemaExport =
  | {
      readonly ok: true;
      readonly schema: SchemaNode;
      /** Where the schema reads a turn less exactly than the template writes it. */
      readonly notes: readonly string[];
    }
  | {
      readonly ok: false;
      /** What can't be said with regular expressions and JSON. */
      readonly reason: string;
    };

/** Part of a format that no schema can say. */
export class Inexpressible extends Error {}
