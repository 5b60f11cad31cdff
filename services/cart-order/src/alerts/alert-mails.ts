import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { cartOrder, type catalog, paiseFrom, rupeesFrom } from '@shop/contracts';
import { Clock, CONFIG, Jobs, Outbox, type RunResult, Transactions } from '@shop/service-kit';
import { Catalog } from '../clients/catalog.ts';
import { Identity } from '../clients/identity.ts';
import { OrdersRepository } from '../orders/orders.repository.ts';
import type { Config } from '../variables.ts';
import { fateOf } from './alert.rules.ts';
import type { Alert, AlertRecipient } from './alert.schema.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { tokenOf } from './recipient.rules.ts';

/** The job that makes one mail of all that a recipient is to be told, at most once a day, of what is still true then. */
@Injectable()
export class AlertMails implements OnModuleInit {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly orders: OrdersRepository,
    private readonly catalog: Catalog,
    private readonly identity: Identity,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.add<AlertRecipient>({
      name: 'alert-mails',
      source: this.alerts.recipientJobs,
      pollMs: this.config.ALERT_SWEEP,
      leaseMs: this.config.ALERT_LEASE,
      concurrency: 4,
      retry: { firstMs: 5_000, maxMs: 600_000 },
      run: (recipient) => this.#run(recipient),
    });
  }

  async #run(recipient: AlertRecipient): Promise<RunResult<AlertRecipient>> {
    const queued = await this.alerts.queuedOf(recipient._id);
    if (queued.length === 0) return { outcome: 'done' };
    const cards = await this.catalog.cardsOf(queued.map(({ productId }) => productId));
    const hasBought = await this.#purchasesOf(recipient, queued);
    const at = this.clock.now();
    const sent: { alert: Alert; pricePaise: number; card: catalog.ProductCard }[] = [];
    const waiting: Alert[] = [];
    const bought: Alert[] = [];
    for (const alert of queued) {
      const card = cards.get(alert.productId);
      const pricePaise = card ? paiseFrom(card.price) : 0;
      const fate = fateOf(alert, card && { pricePaise, stock: card.stock }, hasBought(alert));
      if (fate === 'mail') sent.push({ alert, pricePaise, card: card! });
      else (fate === 'end' ? bought : waiting).push(alert);
    }
    const { _id: recipientId, userId, email } = recipient;
    await this.transactions.run(async (session) => {
      await this.alerts.settle(recipientId, { sent, waiting, bought, at }, session);
      if (sent.length === 0) return;
      await this.outbox.publish(session, cartOrder.alertRaised, {
        key: recipientId,
        data: {
          recipientId,
          ...(userId ? { userId } : { email }),
          token: tokenOf(recipient),
          pieces: sent.map(({ alert, card }) => pieceOf(alert, card)),
        },
      });
    });
    return { outcome: 'done' };
  }

  /** Whether the recipient has ordered the piece of an alert since they agreed to it. */
  async #purchasesOf({ userId, email }: AlertRecipient, alerts: readonly Alert[]): Promise<(alert: Alert) => boolean> {
    const userIds = userId ? [userId] : ((await this.identity.accountsByEmail([email!]))[0] ?? []);
    const since = new Date(Math.min(...alerts.map((alert) => alert.since.getTime())));
    const bought = await this.orders.productsBoughtSince(userIds, since);
    return ({ productId, since: agreed }) =>
      bought.some((purchase) => purchase.productId === productId && purchase.at >= agreed);
  }
}

function pieceOf(
  { kind, referencePaise }: Alert,
  { _id, productGroup, name, images, price, mrp }: catalog.ProductCard,
) {
  const before = referencePaise === undefined ? undefined : (rupeesFrom(referencePaise) * (mrp ?? price)) / price;
  return {
    ...{ productId: _id, productGroup, name, kind, price },
    ...(images[0] && { image: images[0] }),
    ...(mrp !== undefined && { mrp }),
    ...(kind === 'price-drop' && before !== undefined && { before: Math.round(before * 100) / 100 }),
  };
}
