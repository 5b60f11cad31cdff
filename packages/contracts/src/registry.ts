import * as account from './account/index.ts';
import * as admin from './admin/index.ts';
import * as cartOrder from './cart-order/index.ts';
import * as catalog from './catalog/index.ts';
import * as checkout from './checkout/index.ts';
import * as content from './content/index.ts';
import type { AnyCall, Service } from './core/call.ts';
import { commonErrors, type ErrorCode, type ErrorSpec } from './core/error.ts';
import type { AnyEvent } from './core/event.ts';
import type { AnyBrowserEvent, AnyFragment } from './core/fragment.ts';
import { type Kind, kindOf } from './core/kind.ts';
import { operationErrors } from './core/operations.ts';
import { wholeTableErrors } from './core/whole-table.ts';
import * as identity from './identity/index.ts';
import * as payment from './payment/index.ts';
import * as shell from './shell/index.ts';
import * as storefront from './storefront/index.ts';

/** Declarations by owner, as the index exports them. */
export const rooms = {
  catalog,
  identity,
  cartOrder,
  payment,
  content,
  shell,
  storefront,
  checkout,
  account,
  admin,
};

function declared<T>(kind: Kind): T[] {
  const found = Object.values(rooms).flatMap((room) => Object.values(room).filter((value) => kindOf(value) === kind));
  return [...new Set(found)] as T[];
}

/** Every call of the API, by owner. */
export const calls: readonly AnyCall[] = declared<AnyCall>('call');
export const events: readonly AnyEvent[] = declared<AnyEvent>('event');
export const fragments: readonly AnyFragment[] = declared<AnyFragment>('fragment');
export const browserEvents: readonly AnyBrowserEvent[] = declared<AnyBrowserEvent>('browser-event');

/** Every error code with its status and message. */
export const errors: Readonly<Record<ErrorCode, ErrorSpec>> = Object.assign(
  {},
  commonErrors,
  operationErrors,
  wholeTableErrors,
  ...declared<Record<ErrorCode, ErrorSpec>>('errors'),
);

export const callsOf = (service: Service): readonly AnyCall[] => calls.filter((call) => call.service === service);
