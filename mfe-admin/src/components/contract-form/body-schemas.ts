// Loaded on demand: the schemas of what staff forms send, and zod.
import './without-eval.ts';
import {
  addShipment,
  changeOrderStatus,
  changeShipment,
  refundOrder,
} from '@shop/contracts/schemas/cart-order/orders.ts';
import { addOrderNote } from '@shop/contracts/schemas/cart-order/notes.ts';
import {
  importInternationalRates,
  saveInternationalRate,
  updateCharges,
} from '@shop/contracts/schemas/cart-order/charges.ts';
import { saveCourier } from '@shop/contracts/schemas/cart-order/couriers.ts';
import { importDeliveryAreas, saveDeliveryArea } from '@shop/contracts/schemas/cart-order/delivery.ts';
import { changeProduct, createProduct } from '@shop/contracts/schemas/catalog/admin-products.ts';
import { addSubCategory, changeCategory, createCategory } from '@shop/contracts/schemas/catalog/categories.ts';
import { changeCollection, createCollection } from '@shop/contracts/schemas/catalog/collections.ts';
import { changeCustomization, createCustomization } from '@shop/contracts/schemas/catalog/customizations.ts';
import { addSubMaterial, changeMaterial, createMaterial } from '@shop/contracts/schemas/catalog/materials.ts';
import { optionLists } from '@shop/contracts/schemas/catalog/options.ts';
import { planProductChange } from '@shop/contracts/schemas/catalog/planned-changes.ts';
import { changeProductGroup, duplicateProductGroup } from '@shop/contracts/schemas/catalog/product-groups.ts';
import { previewProductEdit } from '@shop/contracts/schemas/catalog/product-edits.ts';
import { answerReview, hideReview, hideReviewPhoto } from '@shop/contracts/schemas/catalog/reviews.ts';
import { recordStockMovement } from '@shop/contracts/schemas/catalog/stock-movements.ts';
import { changeSynonym, createSynonym } from '@shop/contracts/schemas/catalog/synonyms.ts';
import { changeBanner, createBanner } from '@shop/contracts/schemas/content/banners.ts';
import { changeBrand } from '@shop/contracts/schemas/content/brand.ts';
import { replaceMedium } from '@shop/contracts/schemas/content/media-library.ts';
import { changeMenus } from '@shop/contracts/schemas/content/menus.ts';
import { changeAddedPage, changePage, createPage } from '@shop/contracts/schemas/content/pages.ts';
import { changePost, createPost } from '@shop/contracts/schemas/content/posts.ts';
import type { AnyCall } from '@shop/contracts/schemas/core/call.ts';
import { isStaffAccess } from '@shop/contracts/schemas/core/access.ts';
import { kindOf } from '@shop/contracts/schemas/core/kind.ts';
import { readableErrorMap } from '@shop/contracts/schemas/core/error-map.ts';
import { inviteStaff } from '@shop/contracts/schemas/identity/invitations.ts';
import { saveNoticeChoices } from '@shop/contracts/schemas/identity/notices.ts';
import { changeStaffRole, createRole, updateRole } from '@shop/contracts/schemas/identity/staff.ts';
import { changeView, createView } from '@shop/contracts/schemas/identity/views.ts';
import { resolveAttention } from '@shop/contracts/schemas/payment/payments.ts';
import * as providers from '@shop/contracts/schemas/payment/providers/list.ts';
import type { z } from 'zod';
import type { FormRequest } from './form-request.ts';

/** What staff send to a provider's own calls. */
function isCallOfStaff(declared: unknown): declared is AnyCall {
  if (kindOf(declared) !== 'call') return false;
  const { access, body } = declared as AnyCall;
  return isStaffAccess(access) && body !== undefined;
}

const calls: readonly Pick<AnyCall, 'id' | 'body'>[] = [
  ...[addSubCategory, changeCategory, createCategory, addSubMaterial, changeMaterial, createMaterial],
  ...[previewProductEdit, recordStockMovement, changeProduct, createProduct, changeCustomization, createCustomization],
  ...[planProductChange, changeProductGroup, duplicateProductGroup],
  ...[answerReview, hideReview, hideReviewPhoto],
  ...[changeSynonym, createSynonym, changeCollection, createCollection],
  ...Object.values(optionLists).flatMap(({ create, change }) => [create, change]),
  ...[
    addOrderNote,
    addShipment,
    changeOrderStatus,
    changeShipment,
    refundOrder,
    saveInternationalRate,
    updateCharges,
    resolveAttention,
  ],
  ...[importDeliveryAreas, importInternationalRates, saveCourier, saveDeliveryArea],
  ...[changeView, createView],
  ...[changeStaffRole, createRole, inviteStaff, saveNoticeChoices, updateRole],
  ...Object.values<unknown>(providers).filter(isCallOfStaff),
  ...[changeBanner, createBanner, changePost, createPost, changeBrand, replaceMedium],
  ...[createPage, changePage, changeAddedPage, changeMenus],
];

type BodySchema = z.ZodType;

/** Body schemas by the id of their call. */
export const bodySchemas = new Map(calls.map(({ id, body }) => [id, body as BodySchema]));

export interface BodyIssue {
  /** `detailsRef.stones.0.count`; empty for the body as a whole. */
  path: string;
  message: string;
}

/**
 * What the service would reject in the body of `request`, in its words.
 * @throws Error for a call without a schema here
 */
export function bodyIssues({ call, body }: FormRequest): BodyIssue[] {
  const schema = bodySchemas.get(call.id);
  if (!schema) throw new Error(`The schema of ${call.id} is missing in body-schemas.ts`);
  // As JSON carries it: a number field left empty is NaN, and is sent as null.
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const { error } = schema.safeParse(sent, { error: readableErrorMap });
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}
