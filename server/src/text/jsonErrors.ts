import { printParseErrorCode, type ParseError } from 'jsonc-parser';

/** What a JSON text is wrong in, in words: `CommaExpected` to `comma expected`. */
export function wordsOfJsonError({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
}
