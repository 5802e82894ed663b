/** Answers that a model may give, by how they begin. Written with escapes where a reader could not tell them apart. */

export interface AnswerProbe {
  /** In words, behind "begins with". */
  readonly begins: string;
  readonly text: string;
  /** Answers of this kind are rare, and mostly a mistake of the model. */
  readonly blank: boolean;
}

const probe = (begins: string, text: string): AnswerProbe => ({
  begins,
  text,
  blank: text.trimStart() !== text,
});

export const answerProbes: readonly AnswerProbe[] = [
  probe('a word', 'Hello there'),
  probe('a small word', 'the answer'),
  probe('a digit', '42 is it'),
  probe('punctuation', '"Yes", I said'),
  probe('a list mark', '- first'),
  probe('a heading mark', '# Title'),
  probe('an angle bracket', '<tool>'),
  probe('a brace', '{"name": 1}'),
  probe('a CJK character', '\u4f60\u597d'),
  probe('kana', '\u3053\u3093'),
  probe('hangul', '\uc548\ub155'),
  probe('Cyrillic', '\u041f\u0440\u0438'),
  probe('Arabic', '\u0645\u0631\u062d\u0628\u0627'),
  probe('Devanagari', '\u0928\u092e\u0938'),
  probe('Thai', '\u0e2a\u0e27\u0e31'),
  probe('a combining mark', '\u0301a'),
  probe('an emoji', '\u{1f642} hi'),
  probe('a space', ' Hello'),
  probe('a newline', '\nHello'),
  probe('two newlines', '\n\nHello'),
  probe('a tab', '\tHello'),
];
