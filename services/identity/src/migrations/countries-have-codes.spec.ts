import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { countriesHaveCodes } from './0001-countries-have-codes.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('identity-migrations').mongodbUri).asPromise();
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

const users = () =>
  connection.collection<{ _id: number; addresses: { country: string; countryCode?: string }[] }>('users');
const COUNTRIES = ['INDIA', 'germany', 'Atlantis', 'Japan'];

it('gives every saved address the name and code of its country, interrupted or not, and leaves what names none', async () => {
  await users().insertMany(
    Array.from({ length: 450 }, (_, index) => ({
      _id: index,
      addresses: index % 3 === 0 ? [] : COUNTRIES.map((country) => ({ country })),
    })),
  );
  await runInterrupted(connection.db, countriesHaveCodes);
  const spelled = new Set((await users().find().toArray()).map(({ addresses }) => JSON.stringify(addresses)));
  expect([...spelled].sort()).toEqual(
    [
      '[]',
      JSON.stringify([
        { country: 'India', countryCode: 'IN' },
        { country: 'Germany', countryCode: 'DE' },
        { country: 'Atlantis' },
        { country: 'Japan', countryCode: 'JP' },
      ]),
    ].sort(),
  );
});
