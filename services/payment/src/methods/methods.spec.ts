import { afterEach, describe, expect, it } from '@jest/globals';
import { CURRENCIES, identity, payment } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { usePaymentHarness } from '../../test/service-harness.ts';
import { Providers } from '../providers/providers.ts';

const harness = usePaymentHarness();
const { PROVIDERS } = payment;

interface Method {
  provider: string;
  currencies: string[];
  isOn?: boolean;
  missing?: string | null;
}
const offered = async () => (await harness.send<{ methods: Method[] }>('GET', '/payment/methods')).body.methods;
const forStaff = async () => {
  const path = '/admin/payments/methods';
  return (await harness.send<{ methods: Method[] }>('GET', path, undefined, await harness.staff())).body.methods;
};
const initial = PROVIDERS.filter(({ isOnAtFirst }) => isOnAtFirst).map(({ name }) => name);

describe('the ways to pay', () => {
  afterEach(async () => {
    await harness.service.connection.collection('methods').deleteMany({});
  });

  it('are offered to anybody in the order of the list, without those that staff have to switch on', async () => {
    expect(await offered()).toEqual(
      PROVIDERS.filter(({ name }) => initial.includes(name)).map(({ name, currencies }) => ({
        provider: name,
        currencies,
      })),
    );
    const all = await forStaff();
    expect(all.map(({ provider, isOn }) => [provider, isOn])).toEqual(
      PROVIDERS.map(({ name, isOnAtFirst }) => [name, isOnAtFirst]),
    );
  });

  it('cover every currency of the shop before staff decide anything', async () => {
    const taken = (await offered()).flatMap(({ currencies }) => currencies);
    expect(CURRENCIES.filter((currency) => !taken.includes(currency))).toEqual([]);
  });

  it('are switched by staff alone, and the audit trail keeps who did it', async () => {
    const asha = await harness.shopper();
    const path = '/admin/payments/methods/paypal';
    expect((await harness.send('PUT', path, { isOn: false }, asha.headers)).status).toBe(403);
    expect(
      (await harness.send('PUT', '/admin/payments/methods/cash', { isOn: true }, await harness.staff())).status,
    ).toBe(400);
    const switched = await harness.switchMethod('paypal', false);
    expect([switched.status, switched.body]).toEqual([
      200,
      { method: { provider: 'paypal', currencies: expect.any(Array), isOn: false, missing: null } },
    ]);
    // Twice is once.
    await harness.switchMethod('paypal', false);
    expect((await offered()).map(({ provider }) => provider)).toEqual(initial.filter((name) => name !== 'paypal'));
    expect((await forStaff()).find(({ provider }) => provider === 'paypal')).toMatchObject({ isOn: false });
    await harness.switchMethod('paypal', true);
    expect((await offered()).map(({ provider }) => provider)).toEqual(initial);
    const trail = (await publishedEvents(harness.service, identity.auditRecorded)).map(({ data }) => data);
    expect(trail.map(({ action, subjectId, before, after }) => [action, subjectId, before, after])).toEqual([
      ['payment-method.switched', 'paypal', { isOn: true }, { isOn: false }],
      ['payment-method.switched', 'paypal', { isOn: false }, { isOn: true }],
    ]);
  });

  it('that are off begin no payment and freeze no cart; a payment that was begun goes on', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await harness.switchMethod('razorpay', false);
    const refused = await asha.createOrder({ checkoutId });
    expect([refused.status, refused.body.code]).toEqual([409, 'payment.method-off']);
    const ravi = await harness.shopper();
    harness.fakeServices.carts.set(ravi.userId, 0);
    harness.fakeServices.requests.length = 0;
    expect((await ravi.createOrder({})).body.code).toBe('payment.method-off');
    expect(harness.fakeServices.requests).toEqual([]);
    const paid = await asha.verify(await harness.sandbox.pay(orderId));
    expect(paid.body).toMatchObject({ state: 'captured', checkoutId });
  });

  it('that lack something are not switched on, and staff are told what', async () => {
    const provider = harness.service.app.get(Providers).of('paypal');
    provider.missing = async () => 'the account';
    try {
      const off = await harness.switchMethod('paypal', false);
      expect([off.status, off.body]).toMatchObject([200, { method: { isOn: false, missing: 'the account' } }]);
      const { status, body } = await harness.switchMethod('paypal', true);
      expect([status, body.code, body.details]).toEqual([409, 'payment.method-incomplete', { missing: 'the account' }]);
      expect((await forStaff()).find((method) => method.provider === 'paypal')).toMatchObject({
        isOn: false,
        missing: 'the account',
      });
    } finally {
      delete provider.missing;
    }
  });
});

describe.each(PROVIDERS)('the folder of $name', ({ name, webhookHeaders, currencies }) => {
  const provider = () => harness.service.app.get(Providers).of(name);

  it('holds that provider, with a currency to pay in', () => {
    expect(provider().name).toBe(name);
    expect(currencies.length).toBeGreaterThan(0);
  });

  it('takes webhooks, and no unsigned one, exactly if headers are declared to verify them by', async () => {
    const { status, body } = await harness.send('POST', `/payment/webhooks/${name}`, {});
    const signed = [400, 'payment.wrong-signature', true];
    const none = [404, 'route.not-found', false];
    const reads = provider().parseNotification !== undefined;
    expect([status, body.code, reads]).toEqual(webhookHeaders.length > 0 ? signed : none);
  });
});
