interface Named {
  readonly vllm: readonly string[];
  readonly sglang: readonly string[];
}

/** One name for each program: `hermes (vLLM and SGLang)`. */
export function nameOf({ vllm, sglang }: Named): string {
  const both = vllm.filter((name) => sglang.includes(name)).slice(0, 1);
  return both.length > 0
    ? namesOf({ vllm: both, sglang: both })
    : namesOf({ vllm: vllm.slice(0, 1), sglang: sglang.slice(0, 1) });
}

/** All names of a parser: `hermes (vLLM), qwen or qwen25 (SGLang)`; once where both call it the same. */
export function namesOf({ vllm, sglang }: Named): string {
  const both = vllm.filter((name) => sglang.includes(name));
  const [onlyVllm, onlySglang] = [vllm, sglang].map((names) => names.filter((name) => !both.includes(name)));
  return [said(both, 'vLLM and SGLang'), said(onlyVllm!, 'vLLM'), said(onlySglang!, 'SGLang')]
    .filter((part) => part !== '')
    .join(', ');
}

const said = (names: readonly string[], program: string) =>
  names.length === 0 ? '' : `${names.join(' or ')} (${program})`;
