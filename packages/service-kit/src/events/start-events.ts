import type { INestApplication } from '@nestjs/common';
import type { MicroserviceOptions, NestMicroservice } from '@nestjs/microservices';
import { EventBus } from './event-bus.ts';
import { HandlerErrors } from './handler-errors.ts';

/** Connects an application's handlers to the bus; called once, before it listens. Does not wait for the broker. */
export async function startEvents(app: INestApplication): Promise<void> {
  await app.init();
  const bus = app.connectMicroservice<MicroserviceOptions>(
    { strategy: app.get(EventBus) },
    { deferInitialization: true },
  );
  bus.useGlobalFilters(new HandlerErrors());
  // `app.init()` has called the hooks; the bus must not call them again.
  (bus as unknown as NestMicroservice).setIsInitHookCalled(true);
  await app.startAllMicroservices();
}
