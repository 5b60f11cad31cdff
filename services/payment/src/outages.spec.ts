import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outageGaps, type OutageLinks, outageLinks } from '@shop/service-kit/testing';
import { usePaymentHarness } from '../test/service-harness.ts';

const environment: Record<string, string> = {};
let links: OutageLinks;
beforeAll(async () => {
  links = await outageLinks('payment');
  Object.assign(environment, links.environment);
});
const harness = usePaymentHarness(environment);
afterAll(() => links.close());

it('refuses without Redis the calls that cannot do without it, and no other; without RabbitMQ none', async () => {
  expect(await outageGaps(harness.service, 'payment', links)).toEqual([]);
});
