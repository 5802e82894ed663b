/**
 * Unicode data of the reference implementation, where it differs from that of a JavaScript engine. Its regular
 * expressions know Unicode 16 and its normaliser a version of 2019, while engines in use know 14 to 17. Ranges are
 * hexadecimal, inclusive. A test compares the result with the reference, code point by code point.
 */

/** Code points whose general category depends on the engine, by the category that the reference gives them. */
export const PINNED_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Cf: ['13439-1343f'],
  Cn: [
    '88f c5c cdc 1acf-1add 1ae0-1aeb 20c1 2b96 a7ce-a7cf a7d2 a7d4 a7f1 fbc3-fbd2 fd90-fd91 fdc8-fdce',
    '10940-10959 10ec5-10ec7 10ed0-10ed8 10efa-10efb 11b60-11b67 11db0-11ddb 11de0-11de9 16ea0-16eb8',
    '16ebb-16ed3 16ff2-16ff6 187f8-187ff 18d09-18d1e 18d80-18df2 1ccfa-1ccfc 1ceba-1ced0 1cee0-1cef0',
    '1e6c0-1e6de 1e6e0-1e6f5 1e6fe-1e6ff 1f6d8 1f777-1f77a 1f8d0-1f8d8 1fa54-1fa57 1fa8a 1fa8e 1fac8',
    '1facd 1faea 1faef 1fbfa 2b73a-2b73f 2cea2-2cead 323b0-33479',
  ],
  Ll: ['295 1c8a a7cd a7db 10d70-10d85 1df25-1df2a'],
  Lm: ['10d4e 10d6f 16d40-16d42 16d6b-16d6c 1e030-1e06d 1e4eb'],
  Lo: [
    '105c0-105f3 10d4a-10d4d 10d4f 10ec2-10ec4 1123f-11240 11380-11389 1138b 1138e 11390-113b5 113b7',
    '113d1 113d3 11bc0-11be0 11f02 11f04-11f10 11f12-11f33 1342f 13441-13446 13460-143fa 16100-1611d',
    '16d43-16d6a 18cff 1b132 1b155 1e4d0-1e4ea 1e5d0-1e5ed 1e5f0 2b739 2ebf0-2ee5d 31350-323af',
  ],
  Lu: ['1c89 a7cb-a7cc a7da a7dc 10d50-10d65'],
  Mc: [
    'cf3 113b8-113ba 113c2 113c5 113c7-113ca 113cc-113cd 113cf 1171e 11f03 11f34-11f35 11f3e-11f3f',
    '11f41 1612a-1612c',
  ],
  Mn: [
    '897 ece 10d69-10d6d 10efc-10eff 11241 113bb-113c0 113ce 113d0 113d2 113e1-113e2 11f00-11f01',
    '11f36-11f3a 11f40 11f42 11f5a 13440 13447-13455 1611e-16129 1612d-1612f 1e08f 1e4ec-1e4ef',
    '1e5ee-1e5ef',
  ],
  Nd: [
    '10d40-10d49 116d0-116e3 11bf0-11bf9 11f50-11f59 16130-16139 16d70-16d79 1ccf0-1ccf9 1e4f0-1e4f9',
    '1e5f1-1e5fa',
  ],
  No: ['1d2c0-1d2d3'],
  Pd: ['10d6e'],
  Po: ['1b4e-1b4f 1b7f 113d4-113d5 113d7-113d8 11b00-11b09 11be1 11f43-11f4f 16d6d-16d6f 1e5ff'],
  Sm: ['10d8e-10d8f'],
  So: [
    '2427-2429 2ffc-2fff 31e4-31e5 31ef 1cc00-1ccef 1cd00-1ceb3 1f6dc 1f774-1f776 1f77b-1f77f 1f7d9',
    '1f8b2-1f8bb 1f8c0-1f8c1 1fa75-1fa77 1fa87-1fa89 1fa8f 1faad-1faaf 1fabb-1fabf 1fac6 1face-1facf',
    '1fada-1fadc 1fadf 1fae8-1fae9 1faf7-1faf8 1fbcb-1fbef',
  ],
};

/** Code points that the reference's normaliser does not know: they neither compose, decompose nor move. */
export const INERT_IN_NORMALIZATION: readonly string[] = [
  '7fd 897-89f 8ca-8d3 9fe c3c d3b-d3c eba 1715 1abf-1add 1ae0-1aeb 1df6-1dfa a82c 105c9 105e4',
  '10d24-10d27 10d69-10d6d 10eab-10eac 10efa-10efb 10efd-10eff 10f46-10f50 10f82-10f85 11070 1133b',
  '11383 11385 1138e 11391 113c5 113c7-113c8 113ce-113d0 1145e 11839-1183a 11938 1193d-1193e 11943',
  '119e0 11a34 11a47 11a99 11d42 11d44-11d45 11d97 11f41-11f42 16121-16128 1612f 16d68-16d6a',
  '16ff0-16ff1 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef 1e4ec-1e4ef 1e5ee-1e5ef 1e6e3 1e6e6 1e6ee-1e6ef',
  '1e6f5 105d2 105da 11382 11384 1138b 11390 113c2 11935 1611e 16129 16d63 16d67',
];

/** Further ones that have a compatibility mapping now and had none then (NFKC and NFKD only). */
export const INERT_IN_COMPATIBILITY_NORMALIZATION: readonly string[] = [
  '32ff a7f1-a7f4 ab69 10781-10785 10787-107b0 107b2-107ba 1ccd6-1ccf9 1e030-1e06d 1f16c 1fbf0-1fbf9',
];

/** Ranges as `[first, last]` pairs. */
export function parseRanges(lines: readonly string[]): [number, number][] {
  return lines
    .join(' ')
    .split(' ')
    .map((range) => {
      const [first, last = first] = range.split('-');
      return [parseInt(first!, 16), parseInt(last!, 16)];
    });
}
