import { avoidEval } from '@shop/contracts/schemas/core/without-eval.ts';

// A module of its own: imported before those that create schemas.
avoidEval();
