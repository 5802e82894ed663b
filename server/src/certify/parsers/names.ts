/** How a parser is called: `hermes (vLLM), qwen or qwen25 (SGLang)`; once where both call it the same. */
export function namesOf({ vllm, sglang }: { vllm: readonly string[]; sglang: readonly string[] }): string {
  const both = vllm.filter((name) => sglang.includes(name));
  const [onlyVllm, onlySglang] = [vllm, sglang].map((names) => names.filter((name) => !both.includes(name)));
  return [said(both, 'vLLM and SGLang'), said(onlyVllm!, 'vLLM'), said(onlySglang!, 'SGLang')]
    .filter((part) => part !== '')
    .join(', ');
}

const said = (names: readonly string[], program: string) =>
  names.length === 0 ? '' : `${names.join(' or ')} (${program})`;
