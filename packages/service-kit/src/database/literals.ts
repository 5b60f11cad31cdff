/** Values for `$set` in an update pipeline, in which a text that begins with `$` is else a field. Without those that are undefined. */
export const literals = (set: object): Record<string, { $literal: unknown }> =>
  Object.fromEntries(
    Object.entries(set)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, { $literal: value as unknown }]),
  );
