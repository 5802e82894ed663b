import type { RoundTripModel } from '../../../protocol/views.ts';
import { Icon } from './Icon.tsx';

type Result = Extract<RoundTripModel['outcome'], { ok: true }>['result'];

const badges: Readonly<Record<Result, { label: string; detail: string; title: string }>> = {
  same: {
    label: 'Comes back',
    detail: 'same ids',
    title: 'The parsed message is rendered as the turn that was sampled.',
  },
  tokens: {
    label: 'Drifts',
    detail: 'ids differ',
    title: 'The text comes back, but it is encoded to other ids than were sampled.',
  },
  text: {
    label: 'Drifts',
    detail: 'text differs',
    title: 'The parsed message is rendered as another text than was sampled.',
  },
  unread: {
    label: 'Not all read',
    detail: 'kept as content',
    title: 'Part of the turn is not written as the template writes it: it stays in the content.',
  },
};

/** Whether a sampled turn survives. `ids`: they were compared too. */
export function RoundTripBadge({ result, ids }: { result: Result; ids: boolean }) {
  const { label, detail, title } = badges[result];
  const good = result === 'same';
  return (
    <span class={`badge ${good ? 'badge-pass' : 'badge-fail'}`} title={title}>
      <Icon name={good ? 'pass-filled' : 'error'} /> {label}
      <span class="badge-level">{good && !ids ? 'same text' : detail}</span>
    </span>
  );
}
