/** What became of a planned change: `running` is a price that ends, between its times. */
export const PLANNED_STATES = ['planned', 'running', 'done', 'impossible', 'taken-back'] as const;

/** Parts of the list: what will happen, what could not, and all that is over. */
export const PLANNED_PARTS = ['coming', 'impossible', 'over'] as const;
