import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { CartsRepository } from './carts.repository.ts';

@Controller()
export class RemoveCartWhenUserDeleted {
  constructor(private readonly carts: CartsRepository) {}

  @OnEvent(identity.userDeleted, work('remove-cart-when-user-deleted'))
  async handle({ data }: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    await this.carts.remove(data.userId, session);
  }
}
