import { choiceName, placesToSend } from '@shop/contracts/browser';
import type { Order } from '../../api/orders.ts';

/** Equal pieces, and for which orders. */
export interface Pick {
  key: string;
  name: string;
  group: string;
  image: string | undefined;
  choices: { name: string; value: string }[];
  /** Made to order: it comes from the workshop, not from the shelf. */
  isMadeToOrder: boolean;
  pieces: number;
  orders: { id: string; pieces: number }[];
}

/** What is still to be sent of these orders, equal pieces together, by group. */
export function picksOf(orders: readonly Order[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const order of orders) {
    const id = order._id;
    for (const place of placesToSend(order)) {
      const { product, productId, customizations, customized, quantity } = order.items[place]!;
      const choices = Object.entries(customizations)
        .filter(([name]) => name !== 'costomization')
        .map(([name, chosen]) => ({
          name: choiceName(name, product.category.main),
          value: typeof chosen === 'string' ? chosen : chosen.value,
        }))
        .filter(({ value }) => value.trim() !== '')
        .toSorted((one, other) => one.name.localeCompare(other.name));
      const key = JSON.stringify([productId, choices, customized]);
      const pick = picks.get(key) ?? {
        ...{ key, name: product.name, group: product.productGroup, image: product.images[0], choices },
        ...{ isMadeToOrder: customized, pieces: 0, orders: [] },
      };
      const forOrder = pick.orders.find((one) => one.id === id);
      if (forOrder) forOrder.pieces += quantity;
      else pick.orders.push({ id, pieces: quantity });
      pick.pieces += quantity;
      picks.set(key, pick);
    }
  }
  return [...picks.values()].toSorted(
    (one, other) => one.group.localeCompare(other.group, 'en', { numeric: true }) || one.key.localeCompare(other.key),
  );
}
