/** Errors of the template, thrown inside the engine and turned into error values by its facade only. */
import type { Undefined } from './types.ts';

/** An exception of Python: its class and its message. */
export class PythonError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

export const typeError = (message: string) => new PythonError('TypeError', message);
export const valueError = (message: string) => new PythonError('ValueError', message);
export const overflowError = (message: string) => new PythonError('OverflowError', message);
export const securityError = (message: string) => new PythonError('SecurityError', message);
/** `doing`: what Python was doing, as in "maximum recursion depth exceeded in comparison". */
export const recursionError = (doing = '') =>
  new PythonError('RecursionError', `maximum recursion depth exceeded${doing}`);

/** What any use of an undefined value other than printing, testing and iterating raises. */
export const undefinedError = (value: Undefined) => new PythonError(value.errorType, value.message);

/** One of our own limits. */
export const budgetExceeded = (message: string) => new PythonError('BudgetExceeded', message);
