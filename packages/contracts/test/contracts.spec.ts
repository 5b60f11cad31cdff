import { swallowed } from './swallowed-messages.ts';
import { isStaffAccess } from '../src/core/access.ts';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  calls,
  errors,
  events,
  paiseFrom,
  rupees,
  rupeesFrom,
  wirePath,
  writtenAddress,
  fragments,
  browserEvents,
} from '../src/index.ts';
import { current, sentence } from '../tools/check.ts';
import { consumersOf } from '../tools/consumers.ts';
import { generatedFiles, leftOver } from '../tools/generate.ts';
import { type Snapshot, snapshotOf } from '../tools/snapshot.ts';

const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('what is declared', () => {
  it('has a name of its own', () => {
    expect(twice(calls.map(({ id }) => id))).toEqual([]);
    expect(twice(calls.map((call) => `${call.method} ${wirePath(call)}`))).toEqual([]);
    expect(twice(events.map(({ name }) => name))).toEqual([]);
    expect(twice(fragments.map(({ id }) => id))).toEqual([]);
    expect(twice(browserEvents.map(({ name }) => name))).toEqual([]);
  });

  it('is filed under the service that owns it', () => {
    expect(calls.filter(({ id, service }) => !id.startsWith(`${service}.`)).map(({ id }) => id)).toEqual([]);
  });

  it('answers only with errors that are declared', () => {
    const undeclared = calls.flatMap((call) =>
      call.errors.filter((code) => !errors[code]).map((code) => `${call.id}: ${code}`),
    );
    expect(undeclared).toEqual([]);
  });

  it('names every parameter of a path in its schema, and no other', () => {
    const wrong = calls.filter((call) => {
      const inPath = [...call.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name).sort();
      const { shape } = (call.params ?? { shape: {} }) as { shape: object };
      return JSON.stringify(inPath) !== JSON.stringify(Object.keys(shape).sort());
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('says of a limit that it was exceeded, and not what is said of a missing value', () => {
    const found = calls.flatMap(({ id, params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema ? swallowed(schema).map((place) => `${id} ${place}`) : [])),
    );
    expect(found).toEqual([]);
  });

  it('says in a sentence why a call may be repeated whose method does not say it', () => {
    const marked = calls.filter(({ repeatable }) => repeatable !== undefined);
    expect(marked.length).toBeGreaterThan(0);
    const wrong = marked.filter(({ method, repeatable }) => method === 'GET' || !/^[A-Z].*\w \w/.test(repeatable!));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('keeps what services call under /internal, and nothing else', () => {
    const wrong = calls.filter((call) => (call.access === 'service') !== call.path.startsWith('/internal/'));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('keeps what is under /admin for staff', () => {
    const wrong = calls.filter(({ path, access }) => path.startsWith('/admin/') && !isStaffAccess(access));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('lets guests change nothing but who they are, and shoppers nothing that everybody sees but reviews', () => {
    const changing = calls.filter(({ method }) => method !== 'GET');
    const of = (who: string) => changing.filter((call) => call.access === who).map(({ id }) => id);
    // Mails about a piece are agreed to and stopped by links in mails to the address itself. To find an order is to be mailed its link.
    const alerts = ['ask-for-alert', 'confirm-alerts-by-link', 'withdraw-alerts-by-link'];
    expect(of('guest').filter((id) => !id.startsWith('identity.'))).toEqual([
      'catalog.calculate-price',
      ...[...alerts, 'find-order'].map((name) => `cart-order.${name}`).toSorted(),
    ]);
    expect(of('user').filter((id) => /^(catalog|content)\./.test(id))).toEqual([
      // Seen by others only with the review that names it.
      'catalog.add-review-photo',
      'catalog.mark-review-helpful',
      'catalog.post-review',
    ]);
  });

  it('can be written down as JSON schema', () => {
    expect(() => snapshotOf({ calls, events, errors, fragments, browserEvents })).not.toThrow();
  });
});

describe('what is generated', () => {
  it('is up to date with the declarations: else run `npm run contracts -- generate`', async () => {
    const files = await generatedFiles();
    const stale = [...files].filter(([file, text]) => !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text);
    expect([...stale.map(([file]) => file), ...leftOver(files)]).toEqual([]);
  });

  it('brings no zod along to the browser', () => {
    const entry = path.resolve(import.meta.dirname, '../src/browser/index.ts');
    const script = `await import(${JSON.stringify(entry)});`;
    const hook = `import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name === 'zod' || name.startsWith('zod/')) throw new Error('zod was imported by ' + context.parentURL); return next(name, context); } });`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', `${hook}\n${script}`], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });
});

describe('the released contract', () => {
  /** Runs the command on the current contract against `released`. */
  const checkAgainst = (released: Snapshot) => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'released-')), 'released.json');
    fs.writeFileSync(file, JSON.stringify(released));
    const tool = path.resolve(import.meta.dirname, '../tools/run.ts');
    return spawnSync(process.execPath, [tool, 'check', file], { encoding: 'utf8' });
  };

  it('lets the command pass when nothing broke', () => {
    const run = checkAgainst(current());
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  it('turns the command red with the name of the field and of those it breaks', () => {
    const promised = current();
    promised.calls['identity.me']!.answer.properties!['loyaltyPoints'] = { type: 'integer' };
    const run = checkAgainst(promised);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/call identity\.me: answer\.loyaltyPoints was removed \(breaks .*shell.*\)/);
  });

  it('names the consumers that a break hits', () => {
    const event = events.find(({ consumers }) => Object.keys(consumers).length > 0)!;
    const part = `event ${event.name}`;
    const snapshot = snapshotOf({ calls, events, errors, fragments, browserEvents });
    const consumers = consumersOf(part, snapshot);
    expect(consumers).toEqual(expect.arrayContaining(Object.keys(event.consumers)));
    expect(sentence({ part, field: 'data.userId', what: 'was removed' }, ['catalog', 'content'])).toBe(
      `${part}: data.userId was removed (breaks catalog, content)`,
    );
  });
});

describe('shared shapes', () => {
  it('turn rupees into paise and back without losing one', () => {
    for (const amount of [0, 0.01, 0.29, 1.1, 19.99, 199.99, 4_35_126.57]) {
      expect(rupeesFrom(paiseFrom(amount))).toBe(amount);
      expect(rupees.parse(amount)).toBe(amount);
    }
    expect(rupees.safeParse(1.005).success).toBe(false);
    expect(rupees.safeParse(-1).success).toBe(false);
  });

  it('want a pincode and a state of India where the country is India', () => {
    const home = { name: 'Asha', phone: '+91 98765 43210', street: '12 MG Road', city: 'Jaipur', country: 'India' };
    expect(writtenAddress.safeParse({ ...home, state: 'Rajasthan', pincode: '302001' }).success).toBe(true);
    const wrong = writtenAddress.safeParse({ ...home, state: 'Bavaria', pincode: '0123' });
    expect(wrong.error?.issues.map(({ path: [field] }) => field)).toEqual(['pincode', 'state']);
    expect(writtenAddress.safeParse({ ...home, country: 'Germany', state: 'Bavaria', pincode: '80331' }).success).toBe(
      true,
    );
  });
});
