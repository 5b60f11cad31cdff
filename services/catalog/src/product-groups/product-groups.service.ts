import { Injectable } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { Edits, Failure, invalidField, type Session, Transactions, versionOfParts } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { CustomizationsService } from '../customizations/customizations.service.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { type NewPiece, type Piece, Pieces } from '../products/pieces.ts';
import { hasPrice, type Product } from '../products/product.schema.ts';
import { productForStaffOf } from '../products/product.view.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { StaffProductsService } from '../products/staff-products.service.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { decideGroup, type GroupChanges, restorable, toneOf } from './product-group.rules.ts';

/** Groups as staff work with them: their variants at once. */
@Injectable()
export class ProductGroupsService {
  constructor(
    private readonly pieces: Pieces,
    private readonly products: ProductsRepository,
    private readonly staffProducts: StaffProductsService,
    private readonly taxonomy: TaxonomyService,
    private readonly customizations: CustomizationsService,
    private readonly transactions: Transactions,
    private readonly edits: Edits,
  ) {}

  /** @throws Failure `product-group.not-found` */
  async get(code: string): Promise<catalog.ProductGroup> {
    return viewOf(code, await this.products.withDetails(await this.products.ofGroup(code)));
  }

  /**
   * Changes shared fields of all its variants, and fields of single ones, in one transaction.
   * @throws Failure `product-group.not-found`, `document.changed`, `request.invalid`, `product.stock-moved`, `category.not-found`
   */
  change(actor: Session, code: string, body: GroupChanges, version?: string): Promise<catalog.ProductGroup> {
    return this.transactions.run(async (session) => {
      const pieces = await this.#read(code, session);
      const ids = pieces.map(({ product }) => String(product._id));
      await this.edits.requireParts(session, { subject: 'product', version }, viewOf(code, pieces), ids);
      const current = pieces.filter(isCurrent);
      if (current.length === 0) throw allArchived();
      const decided = decideGroup(body, current);
      if ('errors' in decided) throw new Failure('request.invalid', { errors: decided.errors });
      if ('moved' in decided) throw stockMoved(decided.moved);
      if (body.category) await this.taxonomy.use('category', body.category.main, body.category.sub, session);
      const because = {
        userId: actor.userId,
        stock: { kind: 'counted' as const, reason: 'Changed on the page of its group' },
      };
      await this.pieces.change(decided.changes, because, session);
      return viewOf(code, await this.#read(code, session));
    });
  }

  /** @throws Failure `product-group.not-found` */
  archive(actor: Session, code: string): Promise<catalog.ProductGroup> {
    return this.transactions.run(async (session) => {
      for (const { product } of (await this.#read(code, session)).filter(isCurrent)) {
        await this.staffProducts.archiveIn(actor, String(product._id), session);
      }
      return viewOf(code, await this.#read(code, session));
    });
  }

  /** @throws Failure `product-group.not-found`, `product.variant-taken`, `category.not-found`, `material.not-found` */
  restore(actor: Session, code: string): Promise<catalog.ProductGroup> {
    return this.transactions.run(async (session) => {
      for (const piece of restorable(await this.#read(code, session))) {
        await this.staffProducts.restoreIn(actor, piece, session);
      }
      return viewOf(code, await this.#read(code, session));
    });
  }

  /**
   * Drafts of all variants that are not archived, without a stock and without reviews, at the same prices made to order.
   * @throws Failure `product-group.not-found`, `product-group.taken`, `category.not-found`, `material.not-found`
   */
  async duplicate(
    actor: Session,
    code: string,
    { productGroup }: { productGroup: string },
    session: ClientSession,
  ): Promise<catalog.ProductGroup> {
    const source = (await this.#read(code, session)).filter(isCurrent);
    if (source.length === 0) throw allArchived();
    const unpriced = source.find(({ product }) => !hasPrice(product));
    if (unpriced) throw invalidField('productGroup', `${toneOf(unpriced.product)} needs a price first`);
    if ((await this.products.statusesOfGroup(productGroup, session)).length > 0) {
      throw new Failure('product-group.taken');
    }
    for (const { product } of source) await this.taxonomy.usePlaces(product, session);
    const because = { userId: actor.userId, stock: { kind: 'received' as const, reason: `Copied from ${code}` } };
    const created = await failOnDuplicate('product-group.taken', () =>
      this.pieces.create(
        source.map((piece) => copyOf(piece, productGroup)),
        { ...because, auditReason: `Copied from ${code}` },
        session,
      ),
    );
    await this.customizations.follow(
      actor,
      { from: code, to: productGroup },
      { isFirst: true, isLast: false },
      session,
    );
    return viewOf(productGroup, created);
  }

  /** In their order. @throws Failure `product-group.not-found` */
  async #read(code: string, session: ClientSession): Promise<Piece[]> {
    const pieces = await this.pieces.find({ productGroup: code }, session);
    if (pieces.length === 0) throw new Failure('product-group.not-found');
    return pieces.toSorted(
      ({ product: one }, { product: other }) =>
        one.position - other.position || (String(one._id) < String(other._id) ? -1 : 1),
    );
  }
}

const isCurrent = ({ product }: Piece): boolean => product.status !== 'archived';

/** @throws Failure `product-group.not-found` */
function viewOf(productGroup: string, pieces: readonly Piece[]): catalog.ProductGroup {
  if (pieces.length === 0) throw new Failure('product-group.not-found');
  const variants = pieces.map(({ product, details }) => productForStaffOf(product, details));
  return {
    productGroup,
    variants,
    version: versionOfParts(variants.filter(({ status }) => status !== 'archived')),
  };
}

const allArchived = (): Failure =>
  new Failure('product-group.not-found', { message: 'All pieces of this group are archived. Restore one first' });

const stockMoved = (moved: Record<string, number>): Failure =>
  new Failure('product.stock-moved', {
    details: { stocks: moved },
    errors: Object.fromEntries(
      Object.entries(moved).map(([id, stock]) => [
        `variants.${id}.stock`,
        `It is ${stock} now. Say again what it should be`,
      ]),
    ),
  });

/** What a copy has of its source: of each field of a product it is said here. */
const IS_COPIED: Record<keyof Product, boolean> = {
  ...{ name: true, shortDescription: true, position: true, pricePaise: true, lowStockAt: true },
  ...{ images: true, pictureNotes: true, video: true, design: true },
  ...{ category: true, material: true, metalTone: true, detailsModel: true },
  ...{ productGroup: false, formerGroups: false, formerImages: false, status: false, featured: false },
  ...{ stock: false, held: false, sold: false, movementCount: false, movementSum: false },
  ...{ rating: false, ratingCount: false },
  ...{ _id: false, detailsRef: false, createdAt: false, updatedAt: false, changedAt: false },
};

function copyOf({ product, details: { _id, ...details } }: Piece, productGroup: string): NewPiece {
  const copied = Object.entries(product).filter(([name]) => IS_COPIED[name as keyof Product]);
  const own = { productGroup, status: 'draft', featured: 0, rating: 0, ratingCount: 0 };
  return { product: { ...Object.fromEntries(copied), ...own } as NewPiece['product'], details, stock: 0 };
}
