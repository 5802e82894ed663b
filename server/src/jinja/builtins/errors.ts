import { PythonError } from '../values/errors.ts';

/** What a filter raises for arguments that make no sense together. */
export const filterArgumentError = (message: string) => new PythonError('FilterArgumentError', message);

export const attributeError = (typeName: string, name: string) =>
  new PythonError('AttributeError', `'${typeName}' object has no attribute '${name}'`);
