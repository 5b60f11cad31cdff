import { Injectable } from '@nestjs/common';
import { cartOrder, paiseFrom } from '@shop/contracts';
import { Clock, Failure, Outbox, Transactions } from '@shop/service-kit';
import { Catalog } from '../clients/catalog.ts';
import { ProductSnapshotsService } from '../product-snapshots/product-snapshots.service.ts';
import type { Alert, AlertEnd, AlertRecipient } from './alert.schema.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { idInToken, isTokenOf, recipientIdOf, tokenOf, type Who } from './recipient.rules.ts';

type Kind = cartOrder.AlertKind;
interface Which {
  productId: string;
  kind: Kind;
}

/** Mails that ask one address to confirm, per day: strangers may type it in. */
const ASKINGS = 5;
const DAY_MS = 86_400_000;

/** Who wants to be told about which pieces, and what they agreed to. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly catalog: Catalog,
    private readonly snapshots: ProductSnapshotsService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async of(userId: string): Promise<cartOrder.Alert[]> {
    return this.#views(await this.alerts.of(recipientIdOf({ userId })));
  }

  /** @throws Failure `product.not-found`, `alert.in-stock`, `alert.too-many`; CallError */
  async want(userId: string, which: Which, text: string): Promise<cartOrder.Alert> {
    const recipient = await this.alerts.recipientOf({ userId });
    const { pricePaise } = await this.#offered(which);
    if ((await this.alerts.count(recipient._id)) >= cartOrder.MAX_ALERTS) throw new Failure('alert.too-many');
    await this.#begin(recipient, which, { text, pricePaise, isConfirmed: true });
    const found = (await this.of(userId)).find(
      ({ productId, kind }) => productId === which.productId && kind === which.kind,
    );
    return found!;
  }

  /** For everything on a list. What is not in the shop now, and what finds no room, is left out. @throws CallError */
  async wantPriceDrops(userId: string, productIds: readonly string[], text: string): Promise<void> {
    const recipient = await this.alerts.recipientOf({ userId });
    const cards = await this.catalog.cardsOf(productIds);
    let room = cartOrder.MAX_ALERTS - (await this.alerts.count(recipient._id));
    for (const { _id: productId, price } of cards.values()) {
      if (room <= 0) return;
      const pricePaise = paiseFrom(price);
      if (await this.#begin(recipient, { productId, kind: 'price-drop' }, { text, pricePaise, isConfirmed: true }))
        room--;
    }
  }

  async withdraw(who: Who, which: Partial<Which>, by: AlertEnd): Promise<void> {
    await this.alerts.end(recipientIdOf(who), which, { by, at: this.clock.now() });
  }

  /** The same for every address, whether it has an account, has agreed already, or was asked too often. @throws Failure as `want` */
  async ask(email: string, productId: string, text: string): Promise<void> {
    const { name, productGroup } = await this.#offered({ productId, kind: 'back-in-stock' });
    const recipient = await this.alerts.recipientOf({ email });
    const known = await this.alerts.of(recipient._id);
    const same = known.find((alert) => alert.productId === productId && alert.kind === 'back-in-stock');
    if (same && same.state !== 'unconfirmed') return;
    if (known.length >= cartOrder.MAX_ALERTS) return;
    const now = this.clock.now();
    const since = new Date(now.getTime() - DAY_MS);
    if (!(await this.alerts.countAsking(recipient._id, ASKINGS, { now, since }))) return;
    await this.#begin(recipient, { productId, kind: 'back-in-stock' }, { text, isConfirmed: false });
    await this.transactions.run((session) =>
      this.outbox.publish(session, cartOrder.alertRequested, {
        key: recipient._id,
        data: {
          recipientId: recipient._id,
          email: recipient.email!,
          token: tokenOf(recipient),
          ...{ productId, productGroup, name },
        },
      }),
    );
  }

  /** @throws Failure `alert.wrong-link` */
  async byLink(token: string): Promise<cartOrder.Alert[]> {
    const { _id } = await this.#recipientOf(token);
    return this.#views(await this.alerts.of(_id));
  }

  /** @throws Failure `alert.wrong-link` */
  async confirm(token: string): Promise<cartOrder.Alert[]> {
    const { _id } = await this.#recipientOf(token);
    await this.alerts.confirm(_id, this.clock.now());
    const alerts = await this.alerts.of(_id);
    // A piece may have come back while its wish was not confirmed.
    for (const { productId, kind } of alerts) await this.#lookAgain({ productId, kind });
    return this.#views(alerts);
  }

  /** One agreement, or all of them. @throws Failure `alert.wrong-link` */
  async withdrawByLink(token: string, only: Which | undefined, by: AlertEnd): Promise<cartOrder.Alert[]> {
    const { _id } = await this.#recipientOf(token);
    await this.alerts.end(_id, only ?? {}, { by, at: this.clock.now() });
    return this.#views(await this.alerts.of(_id));
  }

  /** Begins a round where somebody waits. */
  async offer(kind: Kind, productId: string, abovePaise?: number, isUrgent = true): Promise<void> {
    const [first] = await this.alerts.waiting(kind, productId, abovePaise, 1);
    if (first) await this.alerts.schedule(kind, productId, this.clock.now(), isUrgent);
  }

  async #begin(
    { _id: recipientId }: AlertRecipient,
    { productId, kind }: Which,
    { text, pricePaise, isConfirmed }: { text: string; pricePaise?: number; isConfirmed: boolean },
  ): Promise<boolean> {
    const now = this.clock.now();
    const isNew = await this.alerts.begin(
      {
        ...{ recipientId, productId, kind, since: now, state: isConfirmed ? 'waiting' : 'unconfirmed' },
        ...(kind === 'price-drop' && pricePaise !== undefined && { referencePaise: pricePaise }),
      },
      { text, at: now },
    );
    if (isNew && isConfirmed) await this.#lookAgain({ productId, kind });
    return isNew;
  }

  /** The event that a piece is back may have been handled just before the wish was stored. */
  async #lookAgain({ productId, kind }: Which): Promise<void> {
    if (kind !== 'back-in-stock') return;
    const snapshot = (await this.snapshots.byId([productId])).get(productId);
    if ((snapshot?.stock ?? 0) > 0 && !snapshot?.gone) await this.offer(kind, productId, undefined, false);
  }

  async #offered({ productId, kind }: Which): Promise<{ pricePaise: number; name: string; productGroup: string }> {
    const card = (await this.catalog.cardsOf([productId])).get(productId);
    if (!card) throw new Failure('product.not-found');
    if (kind === 'back-in-stock' && card.stock > 0) throw new Failure('alert.in-stock');
    return { pricePaise: paiseFrom(card.price), name: card.name, productGroup: card.productGroup };
  }

  async #recipientOf(token: string): Promise<AlertRecipient> {
    const recipient = await this.alerts.recipient(idInToken(token));
    if (!recipient || !isTokenOf(recipient, token)) throw new Failure('alert.wrong-link');
    return recipient;
  }

  async #views(alerts: readonly Alert[]): Promise<cartOrder.Alert[]> {
    const snapshots = await this.snapshots.byId(alerts.map(({ productId }) => productId));
    return alerts.map(({ productId, kind, since, state }) => {
      const display = snapshots.get(productId)?.display;
      return {
        ...{ productId, kind, since: since.toISOString() },
        ...(state === 'unconfirmed' && { isUnconfirmed: true }),
        ...(display && { name: display.name, productGroup: display.productGroup }),
      };
    });
  }
}
