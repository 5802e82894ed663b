import { entry, tableOf } from './entry.ts';

/** Functions that every chat template can call. */
export const FUNCTIONS = tableOf([
  entry('raise_exception', 'message', 'Refuses the conversation: rendering stops with this message.'),
  entry(
    'strftime_now',
    'format',
    "The time of the render, as `strftime` formats it: the render depends on the clock. `'%d %b %Y'` gives `26 Jul 2024`.",
  ),
  entry(
    'namespace',
    '*args, **kwargs',
    'An object whose attributes can be set in a loop and read after it: `{% set ns = namespace(found=false) %}`, then `{% set ns.found = true %}`.',
  ),
  entry(
    'range',
    'start, stop, step=1',
    'The integers from `start` (0 if there is one argument) up to, not including, `stop`. At most 100,000.',
  ),
  entry('dict', '**kwargs', 'A dict of the keyword arguments.'),
  entry('cycler', '*items', 'Gives its items in turn, one for each call of `next()`.'),
  entry('joiner', "sep=', '", 'Called the first time it gives nothing, then `sep`.'),
  entry(
    'lipsum',
    'n=5, html=true, min=20, max=100',
    'Placeholder text by chance: the render can not be reproduced.',
  ),
]);
