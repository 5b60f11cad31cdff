import { Buyer } from '../buyer.ts';
import type { Purchases } from './purchasing.ts';
import { done, found, type Seeds } from './seeds.ts';

/** A mail that was sent, and two to an address that takes none. */
export async function seedMails(
  { shop, staff, other, parameters, bodies }: Seeds,
  purchases: Purchases,
): Promise<void> {
  const mailOf = async (orderId: string, fits: (mail: Mail) => boolean) => {
    const { _id } = await found(staff, `/admin/mails?orderId=${orderId}&limit=48`, ({ mails }) => mails.find(fits));
    return { id: _id as string };
  };
  const ordered = await purchases.buy(other);
  // Two minutes after it was sent, which are over when staff's calls are fuzzed.
  const again = await mailOf(ordered, ({ kind, state }) => kind === 'order-created' && state === 'sent');
  parameters['content.send-mail-again'] = again;

  const gone = await new Buyer(shop, { name: 'Nobody there' }).register();
  const refused = { provider: 'smtp', kind: 'mail-refused', where: { to: gone.email }, untilRemoved: true };
  await gone.control('/failures', refused);
  const order = await purchases.buy(gone);
  parameters['content.take-mail'] = await mailOf(
    order,
    ({ kind, state }) => kind === 'order-created' && state === 'dead',
  );
  done('a refund', await staff.create(`/admin/order/${order}/refund`, { amount: 1, note: 'A scratch' }));
  parameters['content.retry-mail'] = await mailOf(
    order,
    ({ kind, state }) => kind !== 'order-created' && state === 'dead',
  );
  bodies['content.take-mail'] = { isMine: true };
}

interface Mail {
  kind: string;
  state: string;
}
