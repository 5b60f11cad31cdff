/** A new idempotency key. Reuse it until the call has succeeded: see `createIntent`. */
export function newIdempotencyKey(): string {
  // `randomUUID` needs a secure context, which a page over plain HTTP from another machine is not.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One effect per intent, however often its button is pressed: `what` is sent with the same idempotency key until it succeeds, then
 * with a new one. A refusal keeps the key, because it (a 401 or 429) says nothing about an earlier attempt whose answer was lost;
 * where the service itself refused, it has freed the key.
 */
export function createIntent() {
  const keys = new Map<string, string>();
  return async <Answer>(what: unknown, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(what);
    const key = keys.get(text) ?? newIdempotencyKey();
    keys.set(text, key);
    const answer = await send(key);
    keys.delete(text);
    return answer;
  };
}
