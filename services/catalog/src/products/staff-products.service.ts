import { Injectable } from '@nestjs/common';
import { type BodyOf, catalog, paise, type QueryOf, rupeesFrom } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { AssortmentService } from '../assortment/assortment.service.ts';
import { unlessTaken } from '../unless-taken.ts';
import type { Details } from './details.schema.ts';
import { announceChanged, announceRemoved, announceStock } from './product.announcements.ts';
import type { Product } from './product.schema.ts';
import { productForStaffOf } from './product.view.ts';
import { ProductsRepository } from './products.repository.ts';

type Changes = BodyOf<typeof catalog.changeProduct>;

/** What staff do to products. Every change is audited and announced in its transaction. */
@Injectable()
export class StaffProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly assortment: AssortmentService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  async list(
    query: QueryOf<typeof catalog.listAllProducts>,
  ): Promise<{ products: catalog.ProductForStaff[]; totalCount: number }> {
    const { products, totalCount } = await this.products.pageForStaff(query);
    const details = await this.products.detailsById(products.map(({ detailsRef }) => detailsRef));
    return {
      products: products.map((product) => productForStaffOf(product, details.get(String(product.detailsRef))!)),
      totalCount,
    };
  }

  /** @throws Failure `product.not-found` */
  async get(id: string): Promise<catalog.ProductForStaff> {
    const { product, details } = await this.#require(id);
    return productForStaffOf(product, details);
  }

  /** @throws Failure `category.not-found`, `material.not-found`, `product.group-used`, `product.variant-taken` */
  async create(
    actor: Session,
    { price, detailsRef: fields, ...rest }: catalog.ProductToSave,
    transaction: ClientSession,
  ): Promise<catalog.ProductForStaff> {
    await this.#requireFreeGroup(rest.productGroup, transaction);
    await this.#requirePlaces(rest, transaction);
    const details = { ...fields, _id: new Types.ObjectId() };
    const product = await unlessTaken('product.variant-taken', () =>
      this.products.create(
        { ...rest, pricePaise: paise(price), metalTone: fields.metalTone[0]!, detailsRef: details._id },
        details,
        transaction,
      ),
    );
    await this.#audited(transaction, actor, 'product.created', null, { product, details });
    if (product.status === 'published') await announceChanged(this.outbox, transaction, product);
    return productForStaffOf(product, details);
  }

  /**
   * Changes the fields that are there. A new `stock` counts only when `stockBefore` is what stands now.
   * @throws Failure `product.not-found`, `product.stock-moved`, `category.not-found`, `material.not-found`,
   *   `product.group-used`, `product.variant-taken`
   */
  change(actor: Session, id: string, changes: Changes): Promise<catalog.ProductForStaff> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      if (before.product.status === 'archived') throw new Failure('product.not-found');
      const { product, details } = await this.#apply(before, changes, session);
      await this.#audited(session, actor, 'product.changed', before, { product, details });
      const wasPublished = before.product.status === 'published';
      if (product.status === 'published') {
        await announceChanged(this.outbox, session, product);
        await announceStock(this.outbox, session, product, { before: before.product.stock, now: product.stock });
      } else if (wasPublished) await announceRemoved(this.outbox, session, product);
      return productForStaffOf(product, details);
    });
  }

  /** @throws Failure `product.not-found` */
  async archive(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      if (before.product.status === 'archived') throw new Failure('product.not-found');
      const product = await this.products.update(before.product._id, { status: 'archived' }, session);
      await this.#audited(session, actor, 'product.archived', before, { ...before, product });
      if (before.product.status === 'published') await announceRemoved(this.outbox, session, product);
    });
  }

  async #apply(
    { product, details }: { product: Product; details: Details },
    { price, detailsRef: fields, stock, stockBefore, video, ...rest }: Changes,
    session: ClientSession,
  ): Promise<{ product: Product; details: Details }> {
    if (stock !== undefined && stockBefore !== product.stock) {
      throw new Failure('product.stock-moved', { details: { stock: product.stock } });
    }
    if (rest.productGroup !== undefined && rest.productGroup !== product.productGroup) {
      await this.#requireFreeGroup(rest.productGroup, session);
    }
    const replaced = { ...(fields ?? details), _id: details._id };
    requireFit(rest.detailsModel ?? product.detailsModel, replaced);
    await this.#requirePlaces(rest, session);
    const changed = await unlessTaken('product.variant-taken', () =>
      this.products.update(
        product._id,
        {
          ...rest,
          ...(price !== undefined && { pricePaise: paise(price) }),
          ...(stock !== undefined && { stock }),
          ...(video === null ? { $unset: { video: 1 } } : video !== undefined && { video }),
          ...(fields && { metalTone: fields.metalTone[0]! }),
        },
        session,
      ),
    );
    if (fields || rest.detailsModel) await this.products.replaceDetails(changed.detailsModel, replaced, session);
    return { product: changed, details: replaced };
  }

  async #require(id: string, session?: ClientSession): Promise<{ product: Product; details: Details }> {
    const product = await this.products.byId(id, session);
    if (!product) throw new Failure('product.not-found');
    const details = await this.products.detailsById([product.detailsRef], session);
    return { product, details: details.get(String(product.detailsRef))! };
  }

  /** A code that only archived pieces have is not used again. */
  async #requireFreeGroup(productGroup: string, session: ClientSession): Promise<void> {
    const statuses = await this.products.statusesOfGroup(productGroup, session);
    if (statuses.length > 0 && statuses.every((status) => status === 'archived')) {
      throw new Failure('product.group-used');
    }
  }

  async #requirePlaces(
    { category, material }: { category?: Product['category']; material?: Product['material'] },
    session: ClientSession,
  ): Promise<void> {
    if (category) await this.assortment.use('category', category.main, category.sub, session);
    if (material) await this.assortment.use('material', material.tag, material.sub, session);
  }

  #audited(
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

/** One of the two may have come alone. @throws Failure `request.invalid` at the fields of another kind of piece */
function requireFit(model: Product['detailsModel'], details: Details): void {
  const strays = Object.entries(catalog.strayDetails(model, details));
  if (strays.length === 0) return;
  throw new Failure('request.invalid', {
    errors: Object.fromEntries(strays.map(([field, message]) => [`detailsRef.${field}`, message])),
  });
}

const auditedOf = (product: Product, { _id, ...details }: Details): Record<string, unknown> => ({
  name: product.name,
  productGroup: product.productGroup,
  status: product.status,
  price: rupeesFrom(product.pricePaise),
  stock: product.stock,
  category: product.category,
  material: product.material,
  images: product.images,
  video: product.video,
  shortDescription: product.shortDescription,
  position: product.position,
  featured: product.featured,
  details,
});
