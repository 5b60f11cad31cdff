import { Injectable } from '@nestjs/common';
import { type BodyOf, catalog, paiseFrom, type QueryOf, rupeesFrom } from '@shop/contracts';
import { AuditTrail, Edits, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { CollectionFilters } from '../renames/collection-filters.ts';
import { OptionUses } from '../renames/option-uses.ts';
import { formerNamesAfter } from '../taxonomy/former-names.rules.ts';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { type StockChange, StockLedger } from '../stock/stock-ledger.ts';
import type { Details } from './details.schema.ts';
import { GroupRatings } from './group-ratings.ts';
import { publishProductRemoved, publishProductState, publishStockChanged } from './product.events.ts';
import { hasPrice, type Product } from './product.schema.ts';
import { productForStaffOf } from './product.view.ts';
import { ProductsRepository } from './products.repository.ts';

type Changes = BodyOf<typeof catalog.changeProduct>;

/** Changes of products by staff. Each is audited and published in its transaction. */
@Injectable()
export class StaffProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly taxonomy: TaxonomyService,
    private readonly uses: OptionUses,
    private readonly collections: CollectionFilters,
    private readonly ratings: GroupRatings,
    private readonly ledger: StockLedger,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async list(
    query: QueryOf<typeof catalog.listAllProducts>,
  ): Promise<{ products: catalog.ProductForStaff[]; totalCount: number }> {
    const { option, optionValue, ...filter } = query;
    const { products, totalCount } = await this.products.pageForStaff({
      ...filter,
      ...(option && optionValue && { detailsRef: await this.uses.detailsWith(option, [optionValue]) }),
    });
    const found = await this.products.withDetails(products);
    return { products: found.map(({ product, details }) => productForStaffOf(product, details)), totalCount };
  }

  /** @throws Failure `product.not-found` */
  async get(id: string): Promise<catalog.ProductForStaff> {
    const { product, details } = await this.#require(id);
    return productForStaffOf(product, details);
  }

  /** @throws Failure `category.not-found`, `material.not-found`, `product.group-used`, `product.variant-taken` */
  async create(
    actor: Session,
    { price, stock, detailsRef: fields, ...rest }: catalog.ProductToSave,
    transaction: ClientSession,
  ): Promise<catalog.ProductForStaff> {
    await this.#requireFreeGroup(rest.productGroup, transaction);
    await this.#requireTaxonomy(rest, transaction);
    const detailsRef = new Types.ObjectId();
    const { product: empty, details } = await failOnDuplicate('product.variant-taken', () =>
      this.products.create(
        { ...rest, pricePaise: paiseFrom(price), metalTone: fields.metalTone[0]!, detailsRef },
        { ...fields, _id: detailsRef },
        transaction,
      ),
    );
    const created = await this.#moveStock(
      actor,
      empty,
      stock,
      { kind: 'received', reason: 'New product' },
      transaction,
    );
    const product = await this.ratings.join(created, transaction);
    await this.#recordAudit(transaction, actor, 'product.created', null, { product, details });
    if (product.status === 'published') await publishProductState(this.outbox, transaction, product);
    return productForStaffOf(product, details);
  }

  /**
   * Changes the given fields. A new `stock` is accepted only when `stockBefore` is the current one.
   * @throws Failure `product.not-found`, `product.stock-moved`, `category.not-found`, `material.not-found`,
   *   `product.group-used`, `product.variant-taken`, `document.changed`
   */
  change(actor: Session, id: string, changes: Changes, version?: string): Promise<catalog.ProductForStaff> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      if (before.product.status === 'archived') throw new Failure('product.not-found');
      const read = productForStaffOf(before.product, before.details);
      const edit = { actor, subject: 'product', id, version };
      await this.edits.require(session, edit, read);
      const { product: changed, details } = await this.#apply(actor, before, changes, session);
      const from = before.product.productGroup;
      const isMoved = changed.productGroup !== from;
      const product = isMoved ? await this.ratings.move(changed, from, session) : changed;
      if (isMoved) await this.#followGroup(from, product.productGroup, session);
      await this.#recordAudit(session, actor, 'product.changed', before, { product, details });
      const wasPublished = before.product.status === 'published';
      if (product.status === 'published') {
        await publishProductState(this.outbox, session, product);
        await publishStockChanged(this.outbox, session, product, { before: before.product.stock, now: product.stock });
      } else if (wasPublished) await publishProductRemoved(this.outbox, session, product);
      const after = productForStaffOf(product, details);
      await this.edits.keep(session, edit, read, after);
      return after;
    });
  }

  /** @throws Failure `product.not-found` */
  async archive(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      if (before.product.status === 'archived') throw new Failure('product.not-found');
      const product = await this.products.update(before.product._id, { status: 'archived' }, session);
      await this.#recordAudit(session, actor, 'product.archived', before, { ...before, product });
      if (before.product.status === 'published') await publishProductRemoved(this.outbox, session, product);
    });
  }

  async #apply(
    actor: Session,
    { product, details }: { product: Product; details: Details },
    { price, detailsRef: fields, stock, stockBefore, video, lowStockAt, ...rest }: Changes,
    session: ClientSession,
  ): Promise<{ product: Product; details: Details }> {
    if (stock !== undefined && stockBefore !== product.stock) {
      throw new Failure('product.stock-moved', { details: { stock: product.stock } });
    }
    const isMoved = rest.productGroup !== undefined && rest.productGroup !== product.productGroup;
    if (isMoved) await this.#requireFreeGroup(rest.productGroup!, session);
    const replaced = { ...(fields ?? details), _id: details._id };
    requireMatchingModel(rest.detailsModel ?? product.detailsModel, replaced);
    if (rest.category || rest.detailsModel) {
      requireModelOf(rest.category ?? product.category, rest.detailsModel ?? product.detailsModel);
    }
    await this.#requireTaxonomy(rest, session);
    const withoutStock = await failOnDuplicate('product.variant-taken', () =>
      this.products.update(
        product._id,
        {
          ...rest,
          ...(price !== undefined && { pricePaise: paiseFrom(price) }),
          ...setOrUnset({ video, lowStockAt }),
          ...(fields && { metalTone: fields.metalTone[0]! }),
          ...(isMoved && {
            formerGroups: formerNamesAfter(product.formerGroups ?? [], product.productGroup, rest.productGroup!),
          }),
        },
        session,
      ),
    );
    const because = { kind: 'counted', reason: 'Changed in the product form' } as const;
    const changed = await this.#moveStock(actor, withoutStock, stock ?? product.stock, because, session);
    if (!fields && !rest.detailsModel) return { product: changed, details };
    return { product: changed, details: await this.products.replaceDetails(changed.detailsModel, replaced, session) };
  }

  async #moveStock(
    { userId }: Session,
    product: Product,
    stock: number,
    because: Pick<StockChange, 'kind' | 'reason'>,
    session: ClientSession,
  ): Promise<Product> {
    const delta = stock - product.stock;
    if (delta === 0) return product;
    const [moved] = await this.ledger.apply([{ productId: product._id, delta, userId, ...because }], session);
    return moved!.product;
  }

  /** What names the group that a product left: caches of its page, and collections if that was its last piece. */
  async #followGroup(from: string, to: string, session: ClientSession): Promise<void> {
    await publishTaxonomyChanged(this.outbox, session, `product:${from}`);
    const left = await this.products.statusesOfGroup(from, session);
    if (left.length > 0) return;
    await this.collections.movePicks(from, to, session);
    await publishTaxonomyChanged(this.outbox, session, 'collections');
  }

  async #require(id: string, session?: ClientSession): Promise<{ product: Product; details: Details }> {
    const product = await this.products.byId(id, session);
    if (!product) throw new Failure('product.not-found');
    const details = await this.products.detailsById([product.detailsRef], session);
    return { product, details: details.get(String(product.detailsRef))! };
  }

  /** The code of a group with only archived products is not reused. */
  async #requireFreeGroup(productGroup: string, session: ClientSession): Promise<void> {
    const statuses = await this.products.statusesOfGroup(productGroup, session);
    if (statuses.length > 0 && statuses.every((status) => status === 'archived')) {
      throw new Failure('product.group-used');
    }
  }

  async #requireTaxonomy(
    { category, material }: { category?: Product['category']; material?: Product['material'] },
    session: ClientSession,
  ): Promise<void> {
    if (category) await this.taxonomy.use('category', category.main, category.sub, session);
    if (material) await this.taxonomy.use('material', material.tag, material.sub, session);
  }

  #recordAudit(
    session: ClientSession,
    actor: Session,
    action: string,
    before: { product: Product; details: Details } | null,
    after: { product: Product; details: Details },
  ): Promise<void> {
    return this.audit.record(session, actor, {
      action,
      subject: 'product',
      subjectId: String(after.product._id),
      before: before && auditedOf(before.product, before.details),
      after: auditedOf(after.product, after.details),
    });
  }
}

/**
 * Checks details against the model here too: a request may change only one of the two.
 * @throws Failure `request.invalid` at the fields of another model
 */
function requireMatchingModel(model: Product['detailsModel'], details: Details): void {
  const strays = Object.entries(catalog.strayDetails(model, details));
  if (strays.length === 0) return;
  throw new Failure('request.invalid', {
    errors: Object.fromEntries(strays.map(([field, message]) => [`detailsRef.${field}`, message])),
  });
}

/** @throws Failure `request.invalid` for a ring with `NecklaceDetails` */
function requireModelOf({ main }: Product['category'], model: Product['detailsModel']): void {
  const wrong = catalog.wrongModel(main, model);
  if (wrong) throw new Failure('request.invalid', { errors: { detailsModel: wrong } });
}

/** `null` removes a field. */
const setOrUnset = (fields: Record<string, unknown>): Record<string, unknown> => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const removed = given.filter(([, value]) => value === null).map(([name]) => [name, 1]);
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== null)),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) as Record<string, 1> }),
  };
};

/** A product as the audit trail has it. */
export const auditedOf = (product: Product, { _id, ...details }: Details): Record<string, unknown> => ({
  name: product.name,
  productGroup: product.productGroup,
  status: product.status,
  price: hasPrice(product) ? rupeesFrom(product.pricePaise) : null,
  stock: product.stock,
  lowStockAt: product.lowStockAt,
  category: product.category,
  material: product.material,
  images: product.images,
  video: product.video,
  shortDescription: product.shortDescription,
  position: product.position,
  featured: product.featured,
  details,
});
