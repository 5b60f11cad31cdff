import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { AnyEvent, EventOf } from '@shop/contracts';
import type { EventContext } from './event-context.ts';
import type { broadcast, work } from './subscription.ts';

type Handler<Spec> = (event: EventOf<Spec>, context: EventContext) => unknown;

/**
 * Makes a controller's method the handler of a contract's event: Nest's `@EventPattern` with `@Payload()` and `@Ctx()`, typed by
 * the contract. Several events of one handler share its queue.
 *
 * ```ts
 * @Controller()
 * export class CreateOrderWhenPaymentCaptured {
 *   constructor(private readonly orders: OrdersService) {}
 *
 *   @OnEvent(payment.paymentCaptured, work('create-order-when-payment-captured'))
 *   async handle(event: EventOf<typeof payment.paymentCaptured>, { session }: EventContext): Promise<void> {
 *     await this.orders.create(event.data, session);
 *   }
 * }
 * ```
 */
export function OnEvent<Spec extends AnyEvent>(
  specs: Spec | readonly Spec[],
  subscription: ReturnType<typeof work> | ReturnType<typeof broadcast>,
) {
  const names = [specs].flat().map((spec) => (spec as Spec).name);
  return <H extends Handler<Spec>>(
    target: object,
    method: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    Payload()(target, method, 0);
    Ctx()(target, method, 1);
    EventPattern<readonly string[]>(names, subscription)(target, method, descriptor);
  };
}
