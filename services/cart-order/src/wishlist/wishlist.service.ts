import crypto from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, cartOrder, paiseFrom, rupeesFrom } from '@shop/contracts';
import { Clock, Failure, People, Transactions } from '@shop/service-kit';
import { AlertsService } from '../alerts/alerts.service.ts';
import { Catalog } from '../clients/catalog.ts';
import { ProductSnapshotsService } from '../product-snapshots/product-snapshots.service.ts';
import { addedAtOf, firstNameOf, merged } from './wishlist.rules.ts';
import type { Wish, Wishlist } from './wishlist.schema.ts';
import { WishlistsRepository } from './wishlists.repository.ts';

const { MAX_WISHES } = cartOrder;
type Saved = BodyOf<typeof cartOrder.addWish>;

/** The wishlists of accounts, and their links. A guest's list is in the browser until it is merged. */
@Injectable()
export class WishlistService {
  constructor(
    private readonly wishlists: WishlistsRepository,
    private readonly snapshots: ProductSnapshotsService,
    private readonly catalog: Catalog,
    private readonly alerts: AlertsService,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async show(userId: string) {
    const { items, share } = await this.wishlists.of(userId);
    const snapshots = await this.snapshots.byId(items.map(({ productId }) => productId));
    return {
      items: items.map(({ productId, addedAt, pricePaise }): cartOrder.Wish => {
        const snapshot = snapshots.get(productId);
        return {
          productId,
          addedAt: addedAt.toISOString(),
          ...(pricePaise !== undefined && { price: rupeesFrom(pricePaise) }),
          ...(snapshot?.gone && { gone: true, ...(snapshot.display && { name: snapshot.display.name }) }),
        };
      }),
      limit: MAX_WISHES,
      ...(share && { share: shareOf(share) }),
    };
  }

  /** @throws Failure `product.not-found`, `wishlist.full`; CallError */
  async add(userId: string, productId: string, saved: Saved): Promise<number> {
    const [wish] = await this.#wishes([{ productId, ...saved }]);
    if (!wish) throw new Failure('product.not-found');
    const isAdded = await this.wishlists.add(userId, wish, MAX_WISHES);
    const { items, priceDrops } = await this.wishlists.of(userId);
    if (!isAdded && !items.some((item) => item.productId === productId)) {
      throw new Failure('wishlist.full', { details: { limit: MAX_WISHES } });
    }
    if (isAdded && priceDrops) await this.alerts.wantPriceDrops(userId, [productId], priceDrops.text);
    return items.length;
  }

  async remove(userId: string, productId: string): Promise<number> {
    await this.wishlists.remove(userId, productId);
    await this.alerts.withdraw({ userId }, { productId, kind: 'price-drop' }, 'off-the-list');
    return (await this.wishlists.of(userId)).items.length;
  }

  /** What the shop never had is left out. @throws CallError */
  async merge(
    userId: string,
    { items: given }: BodyOf<typeof cartOrder.mergeWishlist>,
  ): Promise<{ count: number; left: string[] }> {
    const wishes = await this.#wishes(given);
    const outcome = await this.transactions.run(async (session) => {
      const { items, left } = merged((await this.wishlists.of(userId, session)).items, wishes, MAX_WISHES);
      await this.wishlists.save(userId, { items }, session);
      return { count: items.length, left };
    });
    const { items, priceDrops } = await this.wishlists.of(userId);
    if (priceDrops) await this.alerts.wantPriceDrops(userId, idsOf(items), priceDrops.text);
    return outcome;
  }

  /** The mails that the owner wants. */
  async wantedMails(userId: string): Promise<AnswerOf<typeof cartOrder.listAlerts>> {
    const [alerts, { priceDrops }] = await Promise.all([this.alerts.of(userId), this.wishlists.of(userId)]);
    return { alerts, allPriceDrops: priceDrops !== undefined };
  }

  /** Agrees to mails about everything on the list that costs less, or takes that back. @throws CallError */
  async switchPriceDrops(userId: string, consent: string | undefined): Promise<void> {
    await this.wishlists.switchPriceDrops(
      userId,
      consent === undefined ? undefined : { text: consent, at: this.clock.now() },
    );
    if (consent === undefined) await this.alerts.withdraw({ userId }, { kind: 'price-drop' }, 'account');
    else await this.alerts.wantPriceDrops(userId, idsOf((await this.wishlists.of(userId)).items), consent);
  }

  async share(userId: string, showName: boolean) {
    const share = await this.transactions.run(async (session) => {
      const known = (await this.wishlists.of(userId, session)).share;
      const next = { token: newToken(), createdAt: this.clock.now(), ...known, showName };
      if (!known) await this.wishlists.createLink({ _id: next.token, userId }, session);
      await this.wishlists.save(userId, { share: next }, session);
      return next;
    });
    return { share: shareOf(share) };
  }

  async unshare(userId: string): Promise<void> {
    await this.transactions.run((session) => this.wishlists.endLink(userId, session));
  }

  /** @throws Failure `wishlist.not-shared` */
  async shared(token: string): Promise<{ firstName?: string; productIds: string[] }> {
    const link = await this.wishlists.link(token);
    const list = link && (await this.wishlists.of(link.userId));
    if (list?.share?.token !== token) throw new Failure('wishlist.not-shared');
    const name = list.share.showName ? (await this.people.namesOf([list._id])).get(list._id) : undefined;
    const firstName = firstNameOf(name);
    return { ...(firstName && { firstName }), productIds: list.items.map(({ productId }) => productId) };
  }

  /** Of those that the shop has or had, with the price that the visitor saw or else that of now. */
  async #wishes(given: readonly (Saved & { productId: string })[]): Promise<Wish[]> {
    const now = this.clock.now();
    const ids = given.map(({ productId }) => productId);
    const snapshots = await this.snapshots.byId(ids);
    const asked = ids.filter((id) => snapshots.get(id)?.pricePaise === undefined);
    const cards = await this.catalog.cardsOf([...new Set(asked)]);
    return given.flatMap(({ productId, addedAt, price }) => {
      const snapshot = snapshots.get(productId);
      const card = cards.get(productId);
      const current = snapshot?.pricePaise ?? (card && paiseFrom(card.price));
      if (current === undefined && !snapshot?.gone) return [];
      const pricePaise = price === undefined ? current : paiseFrom(price);
      return [{ productId, addedAt: addedAtOf(addedAt, now), ...(pricePaise !== undefined && { pricePaise }) }];
    });
  }
}

const idsOf = (items: readonly Wish[]): string[] => items.map(({ productId }) => productId);

/** 192 bits of a CSPRNG. */
const newToken = (): string => crypto.randomBytes(24).toString('base64url');

const shareOf = ({ token, showName, createdAt }: NonNullable<Wishlist['share']>) => ({
  token,
  showName,
  createdAt: createdAt.toISOString(),
});
