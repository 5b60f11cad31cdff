/** Refuses a probe whose answer may be undefined or null, which would count as come true. */
type Decides<T> = [T] extends [void]
  ? unknown
  : [Extract<T, undefined | null>] extends [never]
    ? unknown
    : 'answers false';

/**
 * Polls `probe` every `everyMs` until it neither throws nor returns false, and returns its result. After `withinMs` throws with
 * `what` and the probe's last error.
 */
export async function eventually<T>(
  probe: (() => T | Promise<T>) & Decides<T>,
  {
    withinMs = 120_000,
    everyMs = 25,
    what = 'the condition',
  }: { withinMs?: number; everyMs?: number; what?: string } = {},
): Promise<Exclude<T, false>> {
  const end = Date.now() + withinMs;
  for (;;) {
    let lastError: unknown = new Error(`${what} was false`);
    try {
      const answer = await probe();
      if (answer !== false) return answer as Exclude<T, false>;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > end) {
      throw new Error(
        `${what} did not come true within ${withinMs} ms: ${String((lastError as Error)?.message ?? lastError)}`,
        { cause: lastError },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
