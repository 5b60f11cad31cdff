import { expect, it } from '@jest/globals';
import { events } from '@shop/contracts';
import { GatewayModule } from './gateway.module.ts';

it('hears every event that the contracts send to the gateway', () => {
  const { controllers = [] } = GatewayModule.with({} as Parameters<typeof GatewayModule.with>[0]);
  const handled = controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap(
      (method) => (Reflect.getMetadata('microservices:pattern', prototype[method]) as string[] | undefined) ?? [],
    ),
  );
  const sent = events.filter(({ consumers }) => consumers.gateway).map(({ name }) => name);
  expect(handled.sort()).toEqual(sent.sort());
});
