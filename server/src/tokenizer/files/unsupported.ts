/** Something in tokenizer.json that the exact core does not cover; `what` names it. */
export class Unsupported extends Error {
  constructor(readonly what: string) {
    super(`${what} is not covered`);
    this.name = 'Unsupported';
  }
}
