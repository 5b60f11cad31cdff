import { afterEach, describe, expect, it } from '@jest/globals';
import { DETAIL_FIELDS, DETAILS_MODELS, modelHasField, type DetailField } from '@shop/contracts/browser';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { openScreen } from '../../testing/open-screen.tsx';
import { detailsToSave, emptyDetails } from './api/product-values.ts';
import { ProductPage, prefetch } from './product-page.tsx';

afterEach(cleanup);

/** The declaration with one more field. */
const withOneMore = {
  ...DETAIL_FIELDS,
  madeUp: { kind: 'flag', label: 'Made up', row: 'Made up', optional: true },
} as const satisfies Record<string, DetailField>;

describe('the form of details', () => {
  it('has every declared field of the kind of piece, and no other', async () => {
    await openScreen({ Page: ProductPage, prefetch, path: '/admin/product/:id' }, '/admin/product/new', {
      'GET /categories': { body: { categories: [] } },
      'GET /materials': { body: { materials: [] } },
    });
    for (const model of DETAILS_MODELS) {
      fireEvent.change(screen.getByLabelText('Kind of piece'), { target: { value: model } });
      const shown = (label: string) =>
        screen.queryAllByLabelText(label).length + screen.queryAllByRole('heading', { name: label }).length > 0;
      const fields = Object.values<DetailField>(DETAIL_FIELDS);
      const labels = new Set(fields.filter((field) => modelHasField(model, field)).map(({ label }) => label));
      expect([...labels].filter((label) => !shown(label))).toEqual([]);
      expect(fields.map(({ label }) => label).filter((label) => !labels.has(label) && shown(label))).toEqual([]);
    }
  });
});

describe('what the form sends of details', () => {
  it('is what is declared for the kind of piece, without empty optional fields', () => {
    const empty = emptyDetails(withOneMore);
    expect(Object.keys(empty)).toEqual(Object.keys(withOneMore));
    const sent = detailsToSave(withOneMore, 'PendantDetails', { ...empty, madeUp: true, weight: 2 });
    expect(sent).toMatchObject({
      metalPurity: [],
      metalTone: [],
      stoneType: [],
      weight: 2,
      certification: { isHallmarked: false, isCertified: false },
      hypoallergenic: false,
      engravingAvailable: false,
      careInstructions: '',
      packaging: '',
      madeUp: true,
    });
    for (const name of [
      'stones',
      'finish',
      'occasion',
      'pendantSize',
      'sizeOptions',
      'centerStoneOptions',
      'deliveryTime',
    ])
      expect(sent).not.toHaveProperty(name);
  });
});
