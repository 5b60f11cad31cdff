import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, catalog, paiseFrom, type QueryOf } from '@shop/contracts';
import { AuditTrail, Edits, Failure, formerNamesAfter, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { CollectionFilters } from '../renames/collection-filters.ts';
import { CustomizationsService } from '../customizations/customizations.service.ts';
import { OptionUses } from '../renames/option-uses.ts';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { auditedOf } from './audited-product.ts';
import type { Details } from './details.schema.ts';
import { GroupRatings } from './group-ratings.ts';
import { type Piece, Pieces, type StoredFields } from './pieces.ts';
import { publishProductRemoved } from './product.events.ts';
import type { Product } from './product.schema.ts';
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
    private readonly customizations: CustomizationsService,
    private readonly ratings: GroupRatings,
    private readonly pieces: Pieces,
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

  /** Addresses of pictures and videos of the first `limit` products that these words find. */
  async mediaOf(q: string, limit: number): Promise<string[]> {
    const { products } = await this.products.pageForStaff({ q, page: 1, limit });
    return products.flatMap(({ images, video }) => [...images, ...(video ? [video] : [])]);
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
    await this.taxonomy.usePlaces(rest, transaction);
    const rating = await this.ratings.ofGroup(rest.productGroup, transaction);
    const [created] = await failOnDuplicate('product.variant-taken', () =>
      this.pieces.create(
        [
          {
            product: { ...rest, ...rating, pricePaise: paiseFrom(price), metalTone: fields.metalTone[0]! },
            ...{ details: fields, stock },
          },
        ],
        { userId: actor.userId, stock: { kind: 'received', reason: 'New product' } },
        transaction,
      ),
    );
    return productForStaffOf(created!.product, created!.details);
  }

  /**
   * Changes the given fields. A new `stock` is accepted only when `stockBefore` is the current one. `message`: what staff have to know of it.
   * @throws Failure `product.not-found`, `product.stock-moved`, `category.not-found`, `material.not-found`,
   *   `product.group-used`, `product.variant-taken`, `document.changed`
   */
  change(
    actor: Session,
    id: string,
    changes: Changes,
    version?: string,
  ): Promise<AnswerOf<typeof catalog.changeProduct>> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      if (before.product.status === 'archived') throw new Failure('product.not-found');
      const read = productForStaffOf(before.product, before.details);
      await this.edits.require(session, { actor, subject: 'product', id, version }, read);
      const from = before.product.productGroup;
      const { productGroup: to = from } = changes;
      if (to === from) {
        const { product, details } = await this.#apply(actor, before, changes, session);
        return { product: productForStaffOf(product, details) };
      }
      await this.#requireFreeGroup(to, session);
      const message = await this.#bringCustomization(actor, from, to, session);
      const { product: changed, details } = await this.#apply(actor, before, changes, session, message);
      const product = await this.ratings.move(changed, from, session);
      await this.#followGroup(from, to, actor.userId, session);
      return { product: productForStaffOf(product, details), message };
    });
  }

  /** @throws Failure `product.not-found` */
  archive(actor: Session, id: string): Promise<void> {
    return this.transactions.run((session) => this.archiveIn(actor, id, session));
  }

  /** In a transaction of others. @throws Failure `product.not-found` */
  async archiveIn(actor: Pick<Session, 'userId'>, id: string, session: ClientSession, reason?: string): Promise<void> {
    const before = await this.#require(id, session);
    if (before.product.status === 'archived') throw new Failure('product.not-found');
    const { product } = await this.#setStatus(actor, before, 'archived', session, reason);
    if (before.product.status === 'published') await publishProductRemoved(this.outbox, session, product);
  }

  /**
   * Makes a draft of an archived product; another one is answered as it is.
   * @throws Failure `product.not-found`, `product.variant-taken`, `category.not-found`, `material.not-found`
   */
  restore(actor: Session, id: string): Promise<catalog.ProductForStaff> {
    return this.transactions.run(async (session) => {
      const piece = await this.#require(id, session);
      const isArchived = piece.product.status === 'archived';
      const { product, details } = isArchived ? await this.restoreIn(actor, piece, session) : piece;
      return productForStaffOf(product, details);
    });
  }

  /** The same of an archived one in a transaction of others. */
  async restoreIn(actor: Pick<Session, 'userId'>, piece: Piece, session: ClientSession): Promise<Piece> {
    await this.taxonomy.usePlaces(piece.product, session);
    return failOnDuplicate('product.variant-taken', () => this.#setStatus(actor, piece, 'draft', session));
  }

  async #setStatus(
    actor: Pick<Session, 'userId'>,
    { product: before, details }: Piece,
    status: 'archived' | 'draft',
    session: ClientSession,
    reason?: string,
  ): Promise<Piece> {
    const product = await this.products.setStatus(before._id, status, session);
    const id = String(product._id);
    await this.audit.record(session, actor, {
      ...{ action: `product.${status === 'archived' ? 'archived' : 'restored'}`, subject: 'product', subjectId: id },
      before: auditedOf(before, details),
      after: auditedOf(product, details),
      ...(reason !== undefined && { reason }),
    });
    const edit = { actor, subject: 'product', id, version: undefined };
    await this.edits.keep(session, edit, productForStaffOf(before, details), productForStaffOf(product, details));
    return { product, details };
  }

  async #apply(
    { userId }: Session,
    piece: Piece,
    { price, detailsRef: fields, stock, stockBefore, video, lowStockAt, ...rest }: Changes,
    session: ClientSession,
    auditReason?: string,
  ): Promise<Piece> {
    const { product, details } = piece;
    if (stock !== undefined && stockBefore !== product.stock) {
      throw new Failure('product.stock-moved', { details: { stock: product.stock } });
    }
    const isMoved = rest.productGroup !== undefined && rest.productGroup !== product.productGroup;
    requireMatchingModel(rest.detailsModel ?? product.detailsModel, fields ?? details);
    if (rest.category || rest.detailsModel) {
      requireModelOf(rest.category ?? product.category, rest.detailsModel ?? product.detailsModel);
    }
    await this.taxonomy.usePlaces(rest, session);
    const change = {
      piece,
      product: {
        ...rest,
        ...(price !== undefined && { pricePaise: paiseFrom(price) }),
        ...removedByNull({ video, lowStockAt }),
        ...(fields && { metalTone: fields.metalTone[0]! }),
        ...(isMoved && {
          formerGroups: formerNamesAfter(product.formerGroups ?? [], product.productGroup, rest.productGroup!),
        }),
      },
      ...(fields && { details: { ...withoutAll(details), ...fields } }),
      stock,
    };
    const because = {
      userId,
      stock: { kind: 'counted' as const, reason: 'Changed in the product form' },
      ...(auditReason !== undefined && { auditReason }),
    };
    const [changed] = await failOnDuplicate('product.variant-taken', () =>
      this.pieces.change([change], because, session),
    );
    return changed!;
  }

  /** Before a piece goes to another group. Answers what staff have to know, if made to order it will cost something else. */
  async #bringCustomization(
    actor: Session,
    from: string,
    to: string,
    session: ClientSession,
  ): Promise<string | undefined> {
    const isFirst = (await this.products.statusesOfGroup(to, session)).length === 0;
    const isLast = (await this.products.statusesOfGroup(from, session)).length === 1;
    const isSame = await this.customizations.follow(actor, { from, to }, { isFirst, isLast }, session);
    return isSame ? undefined : `Made to order, it costs what ${to} says now: the customization of ${from} is another`;
  }

  /** What names the group that a product left: caches of its page, and collections if that was its last current piece. */
  async #followGroup(from: string, to: string, userId: string, session: ClientSession): Promise<void> {
    await publishTaxonomyChanged(this.outbox, session, `product:${from}`);
    const left = await this.products.statusesOfGroup(from, session);
    if (left.some((status) => status !== 'archived')) return;
    await this.collections.movePicks(from, to, userId, session);
    await publishTaxonomyChanged(this.outbox, session, 'collections');
  }

  async #require(id: string, session?: ClientSession): Promise<Piece> {
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
}

/**
 * Checks details against the model here too: a request may change only one of the two.
 * @throws Failure `request.invalid` at the fields of another model, and at those that contradict each other
 */
function requireMatchingModel(model: Product['detailsModel'], details: catalog.DetailsFields): void {
  const errors = Object.entries(catalog.detailErrors(model, details));
  if (errors.length === 0) return;
  throw new Failure('request.invalid', {
    errors: Object.fromEntries(errors.map(([field, message]) => [`detailsRef.${field}`, message])),
  });
}

/** @throws Failure `request.invalid` for a ring with `NecklaceDetails` */
function requireModelOf({ main }: Product['category'], model: Product['detailsModel']): void {
  const wrong = catalog.wrongModel(main, model);
  if (wrong) throw new Failure('request.invalid', { errors: { detailsModel: wrong } });
}

/** The given fields; `null` removes one. */
const removedByNull = <T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> | undefined } =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? undefined]])),
  ) as never;

/** What removes each of its fields, for one that replaces it. */
const withoutAll = ({ _id, ...details }: Details): StoredFields<Omit<Details, '_id'>> =>
  Object.fromEntries(Object.keys(details).map((name) => [name, undefined]));
