import { Measurement } from '@shop/service-kit/metrics';

/** The index of this instance beside the database. */
export interface IndexMeasures {
  indexed: number | undefined;
  forSale: number;
}

const KEEP_MS = 30_000;

export const indexMeasurement = new Measurement<IndexMeasures>('The search index', { keepMs: KEEP_MS })
  .gauge('catalog_search_products', 'Products in the search index of this instance', [], ({ indexed }) => indexed)
  .gauge('catalog_products_for_sale', 'Products for sale in the database', [], ({ forSale }) => forSale);
