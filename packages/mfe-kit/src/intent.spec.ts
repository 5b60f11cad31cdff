import { describe, expect, it } from '@jest/globals';
import { createIntent } from './intent.ts';

/** An intent whose attempts the test settles. */
function begin() {
  const once = createIntent();
  const tries: { what: string; key: string; succeed(answer: string): void; fail(): void }[] = [];
  const send = (what: string) =>
    once({ what }, (key) => new Promise<string>((succeed, fail) => tries.push({ what, key, succeed, fail })));
  const failOnce = async (what: string) => {
    const sent = send(what);
    tries.at(-1)!.fail();
    await sent.catch(() => {});
  };
  return { send, failOnce, tries, keys: () => tries.map(({ key }) => key) };
}

describe('an intent', () => {
  it('goes with one key until it has succeeded, however it failed, and with another one after that', async () => {
    const { send, failOnce, tries, keys } = begin();
    await failOnce('ring');
    await failOnce('ring');
    const sent = send('ring');
    tries.at(-1)!.succeed('added');
    expect(await sent).toBe('added');
    void send('ring');
    const [first, second, third, next] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  it('of something else has a key of its own, and neither forgets the other’s', async () => {
    const { send, failOnce, tries, keys } = begin();
    const ring = send('ring');
    await failOnce('bangle');
    tries[0]!.succeed('added');
    await ring;
    await failOnce('bangle');
    const [ofRing, ofBangle, again] = keys();
    expect(ofBangle).not.toBe(ofRing);
    expect(again).toBe(ofBangle);
  });
});
