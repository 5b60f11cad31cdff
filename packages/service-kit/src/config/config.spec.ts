import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseConfig, serviceVariables } from './config.ts';
import { duration, milliseconds } from './duration.ts';

const good = {
  PORT: '4410',
  MONGODB_URI: 'mongodb://127.0.0.1:27017/shop-catalog',
  RABBITMQ_URL: 'amqp://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  SERVICE_TOKEN: 'a-long-enough-token',
  IDENTITY_URL: 'http://127.0.0.1:4411',
};

describe('configuration', () => {
  it('is typed, with defaults and durations in ms', () => {
    const config = parseConfig({ ...serviceVariables, HOLD_TIME: duration('15m') }, { ...good, SHUTDOWN_LIMIT: '2s' });
    expect(config).toMatchObject({
      PORT: 4410,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      HOLD_TIME: 900_000,
      SHUTDOWN_LIMIT: 2_000,
    });
  });

  it('lists every bad variable at once, and no value', () => {
    const bad = { ...good, PORT: 'abc', MONGODB_URI: 'mongodb://secret@host', SERVICE_TOKEN: 'short', REDIS_URL: '' };
    expect(() =>
      parseConfig({ ...serviceVariables, HOLD_TIME: duration() }, { ...bad, HOLD_TIME: '15 minutes' }),
    ).toThrow(
      [
        'Bad configuration:',
        '  PORT: Not a port',
        '  MONGODB_URI: Name the database in the path',
        '  REDIS_URL: is missing',
        '  SERVICE_TOKEN: At least 16 characters',
        '  HOLD_TIME: Write a duration as 250ms, 30s, 15m, 24h or 7d',
      ].join('\n'),
    );
  });

  it.each([
    'mongodb://127.0.0.1:27017/shop-catalog?replicaSet=shop',
    'mongodb://a.example:27017,b.example:27017,c.example/shop-catalog?replicaSet=shop',
    'mongodb://catalog:p%40ss@a.example,b.example/shop-catalog?authSource=admin&tls=true',
    'mongodb+srv://cluster.example/shop-catalog',
  ])('takes %s for the database', (MONGODB_URI) => {
    expect(parseConfig(serviceVariables, { ...good, MONGODB_URI }).MONGODB_URI).toBe(MONGODB_URI);
  });

  it.each([
    ['mongodb://a.example:27017,b.example:27017/?replicaSet=shop', 'Name the database in the path'],
    ['mongodb://a.example:27017,b.example:27017', 'Name the database in the path'],
    ['mongodb+srv://a.example,b.example/shop', 'Not an address of MongoDB'],
    ['https://a.example/shop', 'Not an address of MongoDB'],
    ['mongodb:///shop', 'Not an address of MongoDB'],
    ['a.example:27017/shop', 'Not an address of MongoDB'],
  ])('refuses %s: %s', (MONGODB_URI, why) => {
    expect(() => parseConfig(serviceVariables, { ...good, MONGODB_URI })).toThrow(`  MONGODB_URI: ${why}`);
  });

  it('takes sentinels as addresses with commas between them, and no others', () => {
    const given = (REDIS_SENTINELS: string) =>
      parseConfig(serviceVariables, { ...good, REDIS_SENTINELS }).REDIS_SENTINELS;
    expect(given('redis://a.example:26379, redis://b.example:26379')).toEqual([
      'redis://a.example:26379',
      'redis://b.example:26379',
    ]);
    expect(given('')).toBeUndefined();
    expect(() => given('a.example:26379')).toThrow('REDIS_SENTINELS');
    expect(() => given('redis://a.example:26379,')).toThrow('  REDIS_SENTINELS');
  });

  it('ends a process that has a bad one with exit code 1, saying which', () => {
    const script = `import { readConfig, serviceVariables } from ${JSON.stringify(path.resolve(import.meta.dirname, 'config.ts'))}; readConfig(serviceVariables, { PORT: '1' }); console.log('went on');`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('MONGODB_URI: is missing\n  RABBITMQ_URL: is missing\n  REDIS_URL: is missing');
    expect(run.stdout).toBe('');
  });

  it('takes an empty variable for a missing one, so that its default holds', () => {
    expect(parseConfig({ CITY: z.string().default('Jaipur') }, { CITY: '' })).toEqual({ CITY: 'Jaipur' });
  });
});

it.each([
  ['250ms', 250],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['15', undefined],
  ['-1s', undefined],
  ['soon', undefined],
])('reads the duration %s as %s ms', (text, expected) => {
  expect(milliseconds(text)).toBe(expected);
});
