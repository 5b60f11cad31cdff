import { Failure } from '@shop/service-kit';

export const tooMany = ({ productId, name }: { productId: string; name: string }, limit: number): Failure =>
  new Failure('cart.too-many', {
    message: `At most ${limit} of ${name} for one customer`,
    details: { productId, limit },
  });
