import { catalog, rupeesFrom } from '@shop/contracts';
import { withVersion } from '@shop/service-kit';
import { extraPaise } from '../customizations/customization.schema.ts';
import type { Option } from './option.schema.ts';

interface OptionView {
  _id: string;
  name: string;
  price: number;
  image?: string;
  version: string;
}

/** An entry of a list as it is answered. Typed as one of the lists: they differ in the name of the value only. */
export const optionViewOf =
  (kind: catalog.OptionKind) =>
  ({ _id, value, pricePaise, image }: Option): OptionView =>
    withVersion({
      ...{ _id: String(_id), [catalog.OPTION_LISTS[kind].field]: value, price: rupeesFrom(extraPaise(pricePaise)) },
      image,
    }) as unknown as OptionView;
