/** The fields that a conversation of OpenAI's format has, where a template can only look in vain for others. */

export { editDistance } from '../text/suggestion.ts';

export interface Place {
  /** What the value is called in a message to a person. */
  readonly title: string;
  readonly fields: ReadonlySet<string>;
  /** Other fields are never there; where not closed, people add their own. */
  readonly closed: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const place = (title: string, fields: string, closed: boolean): Place => ({
  title,
  fields: words(fields),
  closed,
});

const list = (title: string): Place => ({ title, fields: new Set(), closed: true });

export const places: Readonly<Record<string, Place>> = {
  messages: list('the list of messages'),
  'messages[]': place(
    'a message',
    'role content tool_calls tool_call_id name reasoning_content reasoning thinking',
    false,
  ),
  'messages[].tool_calls': list('the list of calls'),
  'messages[].tool_calls[]': place('a call', 'id type function index', true),
  'messages[].tool_calls[].function': place('the function of a call', 'name arguments', true),
  tools: list('the list of tools'),
  'tools[]': place('a tool', 'type function', true),
  'tools[].function': place('the function of a tool', 'name description parameters strict', false),
};
