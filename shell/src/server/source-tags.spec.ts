import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import { cachedCalls } from './cached-calls.ts';
import { changeOf } from './invalidation.ts';
import { createTagger } from './source-tags.ts';

const tagsOf = createTagger(cachedCalls);

describe('the tags of an answer', () => {
  it('are those of the contract of its call, with the parameters filled in', () => {
    expect(tagsOf('/api/v1/pages/about').tags).toEqual(['page:about']);
    expect(tagsOf('/api/v1/products?page=2').tags).toContain('products');
    expect(tagsOf('/api/v1/products?page=2').ofPage(undefined)).toContain('products');
    expect(tagsOf('/api/v1/me').tags).toEqual([]);
  });

  it('name, for a page with similar pieces, those that it shows and not all products', () => {
    const { tags, ofPage } = tagsOf('/api/v1/product/group/AR-1001/similar?limit=8');
    expect(tags).toContain('products');
    expect(ofPage({ products: [{ productGroup: 'AR-2' }, { productGroup: 'AR-3' }] })).toEqual([
      'tax',
      'product:AR-1001',
      'product:AR-2',
      'product:AR-3',
    ]);
    expect(ofPage(undefined)).toEqual(['tax', 'product:AR-1001']);
    expect(ofPage({ status: 404, code: 'product.not-found' })).toEqual(['tax', 'product:AR-1001']);
  });
});

describe('what an event makes stale', () => {
  const ids = { productGroup: 'AR-1001', productId: '1'.repeat(24) };

  it('is the tag that it names, or those of its product', () => {
    expect(changeOf({ name: catalog.taxonomyChanged.name, data: { tag: 'categories' } })).toEqual(['categories']);
    expect(changeOf({ name: catalog.productRemoved.name, data: ids })).toEqual([
      'products',
      'product:AR-1001',
      `product:${ids.productId}`,
    ]);
    expect(changeOf({ name: catalog.reviewPosted.name, data: ids })).toContain(`rating:${ids.productId}`);
  });

  it('is everything where it names neither', () => {
    expect(changeOf({ name: 'something.changed.v1', data: { rate: 3 } })).toBe('all');
  });
});
