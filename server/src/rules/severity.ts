/** Which finding weighs more. */
import type { Severity } from '../../../protocol/certification.ts';

const order: readonly Severity[] = ['information', 'warning', 'error'];
const weight = (severity: Severity) => order.indexOf(severity);

export const milder = (one: Severity, other: Severity): Severity =>
  weight(one) < weight(other) ? one : other;

/** Of at least one. */
export const gravest = (severities: readonly Severity[]): Severity =>
  order[Math.max(...severities.map(weight))]!;
