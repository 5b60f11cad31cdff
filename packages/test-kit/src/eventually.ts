/**
 * Waits until `probe` neither throws nor answers false, asking again every `everyMs`. When `withinMs` are over, throws
 * what the probe last complained about, so that a test says what was missing and not only that time ran out.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  {
    withinMs = 30_000,
    everyMs = 25,
    what = 'the condition',
  }: { withinMs?: number; everyMs?: number; what?: string } = {},
): Promise<Exclude<T, false>> {
  const end = Date.now() + withinMs;
  for (;;) {
    let complaint: unknown = new Error(`${what} was false`);
    try {
      const answer = await probe();
      if (answer !== false) return answer as Exclude<T, false>;
    } catch (error) {
      complaint = error;
    }
    if (Date.now() > end) {
      throw new Error(
        `${what} did not come true within ${withinMs} ms: ${String((complaint as Error)?.message ?? complaint)}`,
        {
          cause: complaint,
        },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
