/** The fields of `now` that differ from `before`. Only these are sent: concurrent changes of other fields are kept. */
export const changedFields = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof T])),
  ) as Partial<T>;
