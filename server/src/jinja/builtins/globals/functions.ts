/** What `transformers` adds to the environment. */
import { FunctionValue, python } from '../../evaluate/callable.ts';
import { PythonError, typeError } from '../../values/errors.ts';
import { print } from '../../values/print.ts';
import { isText, textOf } from '../../values/text.ts';
import { typeName } from '../../values/typename.ts';
import { strftime } from '../format/strftime.ts';

export const raiseException = new FunctionValue(
  python('raise_exception', 'raise_exception(message)', (_rt, message) => {
    throw new PythonError('TemplateRaised', print(message));
  }),
);

export const strftimeNow = new FunctionValue(
  python('strftime_now', 'strftime_now(format)', (rt, format) => {
    if (!isText(format))
      throw typeError(
        `strftime() argument 1 must be str, not ${format === null ? 'None' : typeName(format)}`,
      );
    return strftime(rt.now, textOf(format));
  }),
);
