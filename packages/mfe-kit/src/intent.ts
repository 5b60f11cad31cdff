/** A fresh key for something that is about to be created. Keep it until that has succeeded: see `createIntent`. */
export function newIdempotencyKey(): string {
  // randomUUID is missing on pages that came over plain HTTP from another machine.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Something that must happen once, however often its button is pressed: `what` goes with one idempotency key until it has
 * succeeded, with another one after that. A refusal ends nothing: signed out, or asked too often, says nothing of a try
 * before whose answer was lost. And where the service itself refused, it has freed the key.
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
