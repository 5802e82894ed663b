interface TemplateFactsProps {
  readonly templateName: string;
  readonly tokenizer: string | null;
}

/** What a panel is about: the template, and what makes tokens of it. */
export function TemplateFacts({ templateName, tokenizer }: TemplateFactsProps) {
  return (
    <p class="facts">
      <span title="Template">{templateName}</span>
      <span title="Tokenizer">{tokenizer ?? 'no tokenizer: text only'}</span>
    </p>
  );
}
