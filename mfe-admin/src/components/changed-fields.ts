/**
 * The fields of `now` that differ from `before`: all that is sent to change something, so that what somebody else wrote in
 * the others meanwhile stays.
 */
export const changedFields = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof T])),
  ) as Partial<T>;
