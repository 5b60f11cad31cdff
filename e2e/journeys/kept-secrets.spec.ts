import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Secrets } from '../../infra/run/secrets.ts';
import { closeBrowser, visit } from '../browser.ts';
import { config } from '../config.ts';
import { newPerson, register, signInAsAdmin } from '../federation/accounts.ts';

// The files of the shop under test. MongoDB's own log has its test in infra/provision/mongodb.spec.ts.
const LOGS = path.join(config.runFolder, 'logs');
const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);
const logs = () => fs.readdirSync(LOGS).map((file) => path.join(LOGS, file));

describe('after somebody registered and the admin signed in', () => {
  const person = newPerson('Kavya');
  beforeAll(() =>
    visit(async (page) => {
      await page.goto('/about');
      await register(page, person);
      await signInAsAdmin(page);
    }),
  );
  afterAll(closeBrowser);

  it('no log holds a password, its hash, or a secret of the shop', () => {
    const secrets = JSON.parse(fs.readFileSync(path.join(config.runFolder, 'secrets.json'), 'utf8')) as Secrets;
    const { admin, providers, serviceToken, identitySecret, orderLinkKey, access } = secrets;
    const ofProviders = Object.entries(providers).filter(([name]) => name.endsWith('_SECRET'));
    const kept = [
      ...['$argon2', person.password, admin.password, serviceToken, identitySecret, orderLinkKey],
      ...ofProviders.map(([, secret]) => secret),
      ...[access.operator, access.mongodbKey, ...Object.values(access.parts)],
    ];
    const found = logs().flatMap((file) => {
      const text = fs.readFileSync(file, 'utf8');
      return kept.flatMap((secret, at) => (text.includes(secret) ? [`${path.basename(file)}: secret ${at}`] : []));
    });
    expect(logs().length).toBeGreaterThan(5);
    expect(ofProviders.length).toBeGreaterThan(2);
    expect(found).toEqual([]);
  });

  it('logs, secrets and state are for their owner alone', () => {
    const files = [...logs(), ...['secrets.json', 'state.json'].map((name) => path.join(config.runFolder, name))];
    expect(files.filter((file) => modeOf(file) !== '600')).toEqual([]);
    expect([config.runFolder, LOGS].filter((folder) => modeOf(folder) !== '700')).toEqual([]);
  });
});
