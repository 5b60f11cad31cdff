import { AUTHENTICATOR_SCREENS } from './authenticator.ts';
import { BANK_TRANSFER_SCREENS } from './bank-transfers.ts';
import { CART_SCREENS } from './cart.ts';
import { CHECKOUT_SCREENS } from './checkout.ts';
import { DISTURBANCE_SCREENS } from './disturbances.ts';
import { HOME_SCREENS } from './home.ts';
import { LISTING_SCREENS } from './listings.ts';
import { MAIL_SCREENS } from './mails.ts';
import { MEDIA_SCREENS } from './media.ts';
import { ORDER_SCREENS } from './orders.ts';
import { OWN_ACCOUNT_SCREENS } from './own-account.ts';
import { PRODUCT_EDIT_SCREENS } from './product-edits.ts';
import { PRODUCT_GROUP_SCREENS } from './product-groups.ts';
import { PRODUCT_IMPORT_SCREENS } from './product-imports.ts';
import { PRODUCT_PAGE_SCREENS } from './product-page.ts';
import { PRODUCT_PLAN_SCREENS } from './product-plans.ts';
import { PRODUCT_STOCK_SCREENS } from './product-stock.ts';
import type { Screen } from './screen.ts';
import { SIGN_IN_SCREENS } from './sign-in.ts';
import { STAFF_CATALOGUE_SCREENS } from './staff-catalogue.ts';
import { STAFF_CONTENT_SCREENS } from './staff-content.ts';
import { STAFF_DASHBOARD_SCREENS } from './staff-dashboard.ts';
import { STAFF_NOTICE_SCREENS } from './staff-notices.ts';
import { STAFF_OPERATION_SCREENS } from './staff-operations.ts';
import { STAFF_ORDER_SCREENS } from './staff-orders.ts';
import { STAFF_PEOPLE_SCREENS } from './staff-people.ts';
import { STAFF_PRODUCT_SCREENS } from './staff-products.ts';
import { STAFF_SETTING_SCREENS } from './staff-settings.ts';
import { TEXT_SCREENS } from './texts.ts';
import { UPLOAD_SCREENS } from './uploads.ts';
import { WISHLIST_SCREENS } from './wishlist.ts';

/** A file for each thing that is shown; of a bank transfer and of one order it has what buyers and what staff see. */
export const LISTS: readonly Record<string, Screen>[] = [
  // Of visitors and buyers.
  HOME_SCREENS,
  LISTING_SCREENS,
  TEXT_SCREENS,
  PRODUCT_PAGE_SCREENS,
  WISHLIST_SCREENS,
  CART_SCREENS,
  CHECKOUT_SCREENS,
  BANK_TRANSFER_SCREENS,
  ORDER_SCREENS,
  SIGN_IN_SCREENS,
  OWN_ACCOUNT_SCREENS,
  DISTURBANCE_SCREENS,
  // Of staff.
  AUTHENTICATOR_SCREENS,
  STAFF_DASHBOARD_SCREENS,
  STAFF_NOTICE_SCREENS,
  STAFF_ORDER_SCREENS,
  STAFF_PRODUCT_SCREENS,
  PRODUCT_EDIT_SCREENS,
  PRODUCT_GROUP_SCREENS,
  PRODUCT_IMPORT_SCREENS,
  PRODUCT_PLAN_SCREENS,
  PRODUCT_STOCK_SCREENS,
  STAFF_CATALOGUE_SCREENS,
  MEDIA_SCREENS,
  UPLOAD_SCREENS,
  STAFF_CONTENT_SCREENS,
  MAIL_SCREENS,
  STAFF_PEOPLE_SCREENS,
  STAFF_SETTING_SCREENS,
  STAFF_OPERATION_SCREENS,
];

/** Every screen of the shop, with its overlays, by the name of its pictures. */
export const SCREENS: Record<string, Screen> = Object.assign({}, ...LISTS);
