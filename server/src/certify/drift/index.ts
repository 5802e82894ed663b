export { driftTable, outcomeOf, type DriftRow, type Outcome } from './table.ts';
export { compareSampled, type Comparison, type Drift, type Sampled } from './compare.ts';
export { offersOf, type Offer } from './offers.ts';
export { perturbations, type Perturbation } from './perturbations.ts';
export { compareTurn, placeOf, type Asked, type SampledTurn, type TurnCompared } from './turn.ts';
