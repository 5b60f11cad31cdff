/** Of what programs in TypeScript take from the preset. */
export declare const sources: Readonly<Record<string, unknown>>;
