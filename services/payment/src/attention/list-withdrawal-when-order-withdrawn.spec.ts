import crypto from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { Types } from 'mongoose';
import { usePaymentHarness } from '../../test/service-harness.ts';

const harness = usePaymentHarness();
const newId = () => new Types.ObjectId().toHexString();
const withdrawn = (fields: object = {}) => ({
  ...{ orderId: newId(), userId: newId(), at: '2026-11-28T10:00:00.000Z', isCancelled: false },
  ...{ provider: 'paypal', providerPaymentId: '8MC585209K746392H', amount: 206_00, currency: 'EUR' },
  lines: [
    { name: 'Meera Ring', quantity: 1, hasLeft: true },
    { name: 'Tara Studs', quantity: 2, hasLeft: false },
  ],
  ...fields,
});
const entriesOf = async (orderId: string) =>
  (await harness.attention()).filter(({ checkoutId }) => checkoutId === orderId);

// Real: the service over HTTP, MongoDB, RabbitMQ.
describe('a withdrawal from a contract', () => {
  it('is listed for staff once, with what has left and what has not', async () => {
    const data = withdrawn();
    const id = crypto.randomUUID();
    for (let time = 0; time < 2; time += 1) await harness.deliver(cartOrder.orderWithdrawn, data.orderId, data, id);
    // Another one of the same order.
    await harness.deliver(cartOrder.orderWithdrawn, data.orderId, { ...data, lines: [data.lines[0]] });
    await eventually(async () => expect(await entriesOf(data.orderId)).toHaveLength(2));
    const [second, first] = await entriesOf(data.orderId);
    expect(first).toMatchObject({
      reason: 'order-withdrawn',
      message:
        'The buyer, who is in the EU, withdrew from the contract. Do not send 2 × Tara Studs, and pay it back within 14 days. Pay 1 × Meera Ring back once it is here or its buyer shows that it was sent back.',
      ...{ providerPaymentId: '8MC585209K746392H', providerOrderId: null, amount: 206_00 },
    });
    expect(second!.message).not.toContain('Do not send');
  });

  it('of an order that was cancelled with it leaves nothing to do', async () => {
    const [cancelled, other] = [withdrawn({ isCancelled: true }), withdrawn()];
    for (const data of [cancelled, other]) await harness.deliver(cartOrder.orderWithdrawn, data.orderId, data);
    await eventually(async () => expect(await entriesOf(other.orderId)).toHaveLength(1));
    expect(await entriesOf(cancelled.orderId)).toEqual([]);
  });
});
