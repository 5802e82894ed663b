import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../../../protocol/conversation.ts';
import { factsOf, quoted } from '../model/facts.ts';
import type { LaneToken } from '../model/lanes.ts';

interface TokenTipProps {
  readonly token: LaneToken;
  readonly anchor: Element;
  readonly messages: readonly Message[];
  onEnter(): void;
  onLeave(): void;
}

/** Pixels between tooltip, token and the panel's edges. */
const GAP = 4;

/** All that is known of a token, under it, or above where there is no room. */
export function TokenTip({ token, anchor, messages, onEnter, onLeave }: TokenTipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    if (element === null) return;
    const at = anchor.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(at.left, window.innerWidth - width - GAP));
    const below = at.bottom + GAP;
    const top = below + height > window.innerHeight ? Math.max(GAP, at.top - height - GAP) : below;
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [token, anchor]);
  return (
    <div ref={tip} class="tip" role="tooltip" onPointerEnter={onEnter} onPointerLeave={onLeave}>
      <code class="tip-text">{quoted(token.cell.text)}</code>
      <dl class="tip-facts">
        {factsOf(token, messages).map(({ name, value }) => (
          <div key={name} class="tip-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {token.cell.site !== null && (
        <p class="tip-hint">Click or Enter shows the template code that wrote it.</p>
      )}
    </div>
  );
}
