import { native, type Builtin } from '../../../evaluate/callable.ts';
import { textOf } from '../../../values/text.ts';
import { charge } from '../../../values/meter.ts';
import type { Text } from '../../../values/types.ts';
import { Bytes } from '../../bytes/bytes.ts';
import { codecOf, encode } from '../../bytes/codecs.ts';
import { checkedString } from '../../coerce.ts';

export const encodeMethod: Builtin = native(
  'encode',
  "str.encode(encoding='utf-8', errors='strict')",
  (_rt, self, encoding, errors) => {
    const name = checkedString(encoding, "encode() argument 'encoding'");
    const handler = checkedString(errors, "encode() argument 'errors'");
    const codec = codecOf(name);
    const text = textOf(self as Text);
    charge(text.length, text.length * 8);
    return new Bytes(encode(text, codec, handler));
  },
);
