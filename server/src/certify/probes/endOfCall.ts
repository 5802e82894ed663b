/** The marker that ends an assistant turn which ends in a call, where that is not the one that ends the call itself. */
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, user } from '../../conversation/messages.ts';
import type { Dialect } from '../dialect.ts';
import { closesWithin, lastMarker } from '../markers.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';

export interface EndOfCall {
  readonly marker: string;
  readonly request: RenderRequest;
  /** Offset of the marker. */
  readonly at: number;
}

const call = { id: 'callw0001', name: 'get_weather', arguments: { city: 'Paris' } };

export function endOfCall(subject: Subject, dialect: Dialect): EndOfCall | null {
  const messages = dialect.spell([user('first question'), assistant({ calls: [call] })]);
  const request = plainRequest(messages, { tools: dialect.dummyTools });
  const rendered = subject.render(request);
  if (!rendered.ok || !rendered.text.includes('get_weather')) return null;
  const text = rendered.text.trimEnd();
  const marker = lastMarker(text.slice(text.lastIndexOf('get_weather')));
  if (marker === null || !text.endsWith(marker)) return null;
  const at = text.length - marker.length;
  return closesWithin(marker, text.slice(0, at)) ? null : { marker, request, at };
}
