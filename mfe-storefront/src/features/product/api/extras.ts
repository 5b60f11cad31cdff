import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChoiceGroup, ChoiceName, Extras } from '../choices.rules.ts';
import type { Product } from './product.ts';

/** Prices that come from the group's customization. */
const GROUP_PRICED = ['metalPurity', 'stoneType'] as const;
const FIVE_MINUTES = 300_000;

const customizationQuery = (group: string) =>
  queryOptions({
    queryKey: ['storefront', 'customization', group],
    queryFn: ({ signal }) => call(catalog.getCustomization, { params: { group }, signal }),
    staleTime: FIVE_MINUTES,
  });

interface List {
  /** Field of the answer that holds the value. */
  field: string;
  list: { id: string };
}

/** Option lists with the prices of a choice. */
const LISTS: Record<Exclude<ChoiceName, 'metalTone'>, List> = {
  metalPurity: { field: 'name', list: catalog.listMetalPurities },
  stoneType: { field: 'type', list: catalog.listStoneTypes },
  finish: { field: 'finish', list: catalog.listFinishes },
  centerStoneCarat: { field: 'carat', list: catalog.listStoneCarats },
  centerStoneShape: { field: 'shape', list: catalog.listStoneShapes },
  centerStoneQuality: { field: 'quality', list: catalog.listStoneQualities },
  sizeOptions: { field: 'size', list: catalog.listRingSizes },
  sizes: { field: 'braceletSize', list: catalog.listBraceletSizes },
  earringSize: { field: 'earringsize', list: catalog.listEarringSizes },
  pendantSize: { field: 'pendantsize', list: catalog.listPendantSizes },
  chainLength: { field: 'length', list: catalog.listChainLengths },
  chainLengths: { field: 'length', list: catalog.listChainLengths },
  backType: { field: 'backtype', list: catalog.listBackTypes },
};
const NECKLACE_SIZES: List = { field: 'necklaceSize', list: catalog.listNecklaceSizes };

const listQuery = ({ list, field }: List) =>
  queryOptions({
    queryKey: ['storefront', 'options', list.id],
    queryFn: async ({ signal }) => {
      const { data } = (await call(list as typeof catalog.listFinishes, { signal })) as {
        data: readonly ({ price: number } & Record<string, unknown>)[];
      };
      return Object.fromEntries(data.map((entry) => [String(entry[field]), entry.price]));
    },
    staleTime: FIVE_MINUTES,
  });

/**
 * Price additions of the choices' values: purity and stone from the group's customization, the others from the option
 * lists. For display only; the server's quote is charged.
 */
export async function extrasOf(
  queryClient: QueryClient,
  { productGroup, detailsModel }: Product,
  groups: readonly ChoiceGroup[],
): Promise<Extras> {
  const [{ customization }, ...entries] = await Promise.all([
    queryClient.fetchQuery(customizationQuery(productGroup)),
    ...groups.map(async ({ name, own }) => {
      if (name === 'metalTone') return [name, {}] as const;
      const list = name === 'sizes' && detailsModel === 'NecklaceDetails' ? NECKLACE_SIZES : LISTS[name];
      const prices = await queryClient.fetchQuery(listQuery(list));
      // The materials of the ready piece are included in its price.
      return [name, own === undefined ? prices : { ...prices, [own]: 0 }] as const;
    }),
  ]);
  const prices: Record<string, Record<string, number>> = Object.fromEntries(entries);
  const values: Extras['values'] = {};
  for (const name of GROUP_PRICED) {
    const rows = customization?.[name] ?? [];
    values[name] = rows.map(({ value }) => value);
    for (const { value, price } of rows) prices[name] = { ...prices[name], [value]: price };
  }
  return { prices, values };
}
