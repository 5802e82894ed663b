export { configFileName, type Config, type ConfigFields, type ConfigProblem } from './config.ts';
export { configFor } from './configFor.ts';
export { readConfig } from './readConfig.ts';
