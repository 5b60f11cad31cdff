import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type AnswerInputOf, catalog } from '@shop/contracts';
import { CatalogueIndex } from '../catalogue/catalogue-index.ts';
import { CollectionsService } from '../collections/collections.service.ts';
import { TaxService } from '../tax/tax.service.ts';
import type { TaxonomyEntry } from '../taxonomy/taxonomy-entry.schema.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { subCounts, waysOf } from './menu.rules.ts';

/** What the menus lead to: only links that find pieces, with the counts of the listings. */
@Injectable()
export class MenuService {
  constructor(
    private readonly taxonomy: TaxonomyService,
    private readonly collections: CollectionsService,
    private readonly index: CatalogueIndex,
    private readonly tax: TaxService,
  ) {}

  /** @throws Failure `service.unavailable` while there is no index yet */
  async menu(): Promise<AnswerInputOf<typeof catalog.getMenu>> {
    const [tax, categories, materials, collections] = await Promise.all([
      this.tax.current(),
      this.taxonomy.list('category'),
      this.taxonomy.list('material'),
      this.collections.list(),
    ]);
    const { variants } = await this.index.current();
    const entryOf = async ({ kind, name, sub, image }: TaxonomyEntry) => {
      const { names } = await this.taxonomy.namesInProducts(kind, name);
      // Other requests go between: with a large range each takes milliseconds.
      await setImmediate();
      const found = variants.find({ facets: {}, [kind]: { names } });
      const counts = subCounts(found, (variant) => (kind === 'category' ? variant.sub : variant.subTag));
      return {
        ...(image && { image }),
        subs: sub.flatMap((each) => {
          const count = counts.get(each) ?? 0;
          return count > 0 ? [{ name: each, count }] : [];
        }),
        ...waysOf(found, tax),
        count: found.groups.length,
      };
    };
    const menu: AnswerInputOf<typeof catalog.getMenu> = {
      categories: [],
      materials: [],
      shop: waysOf(variants.find({ facets: {} }), tax),
      collections: collections.map(({ slug, name, kind, image }) => ({ slug, name, kind, ...(image && { image }) })),
    };
    for (const entry of categories) menu.categories.push({ main: entry.name, ...(await entryOf(entry)) });
    for (const entry of materials) menu.materials.push({ tag: entry.name, ...(await entryOf(entry)) });
    return menu;
  }
}
