import { rupeesFrom } from '@shop/contracts';
import { withVersion } from '@shop/service-kit';
import { type Customization, extraPaise } from './customization.schema.ts';

const rowsOf = (rows: Customization['metalPurity']) =>
  rows.map(({ value, pricePaise }) => ({ value, price: rupeesFrom(extraPaise(pricePaise)) }));

/** As staff read it. */
export const customizationOf = ({ _id, productGroup, metalPurity, stoneType }: Customization) =>
  withVersion({
    _id: String(_id),
    productGroup,
    metalPurity: rowsOf(metalPurity),
    stoneType: rowsOf(stoneType),
  });
