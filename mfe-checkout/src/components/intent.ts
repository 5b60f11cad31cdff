import { ApiError, newIdempotencyKey } from '@shop/mfe-kit';

/**
 * Something that must happen once, however often its button is pressed: as long as no answer came, the same body goes with
 * the same idempotency key.
 */
export function createIntent() {
  let open: { text: string; key: string } | undefined;
  return async <Body, Answer>(body: Body, send: (body: Body, key: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(body);
    if (open?.text !== text) open = { text, key: newIdempotencyKey() };
    try {
      const answer = await send(body, open.key);
      open = undefined;
      return answer;
    } catch (error) {
      if (isDecided(error)) open = undefined;
      throw error;
    }
  };
}

/** The service refused; anything else may have had its effect. */
function isDecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && error.code !== 'idempotency.in-progress';
}
