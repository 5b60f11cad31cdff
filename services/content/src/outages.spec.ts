import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outageGaps, type OutageLinks, outageLinks, type TestService } from '@shop/service-kit/testing';
import { startContent } from '../test/service-harness.ts';

let links: OutageLinks;
let service: TestService;
beforeAll(async () => {
  links = await outageLinks('content');
  service = await startContent(links.environment);
});
afterAll(async () => {
  await service.close();
  await links.close();
});

it('refuses without Redis the calls that cannot do without it, and no other; without RabbitMQ none', async () => {
  expect(await outageGaps(service, 'content', links)).toEqual([]);
});
