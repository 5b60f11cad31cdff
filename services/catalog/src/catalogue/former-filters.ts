import { Injectable } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { OptionsService } from '../options/options.service.ts';
import { FACET_OF } from '../renames/option-fields.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { presentValues, type Value } from './former-filters.rules.ts';

type Moved = Pick<catalog.Listing, 'canonicalFilters'>;

/** Filters of addresses that name values as these were called once: links that are stored or shared keep working. */
@Injectable()
export class FormerFilters {
  constructor(
    private readonly options: OptionsService,
    private readonly taxonomy: TaxonomyService,
  ) {}

  /** The query by present names, and which of its filters had others. */
  async follow<Q extends catalog.FacetQuery>(asked: Q): Promise<{ query: Q; moved: Moved }> {
    const facets = catalog.FACETS.filter((facet) => facet !== 'availability');
    const followed = await Promise.all(
      facets.map(async (facet) => {
        const parameter = catalog.facetParameter(facet);
        const values = asked[parameter] ?? [];
        const present = values.length > 0 ? presentValues(values, await this.#valuesOf(facet)) : undefined;
        return present ? [[parameter, present] as const] : [];
      }),
    );
    const changed = followed.flat();
    if (changed.length === 0) return { query: asked, moved: {} };
    const canonicalFilters = Object.fromEntries(changed.map(([parameter, values]) => [parameter, values.join(',')]));
    return { query: { ...asked, ...Object.fromEntries(changed) }, moved: { canonicalFilters } };
  }

  async #valuesOf(facet: catalog.Facet): Promise<Value[]> {
    if (facet === 'metal') {
      const materials = await this.taxonomy.list('material');
      return materials.map(({ name, formerNames = [] }) => ({
        value: catalog.facetValueOf(name),
        former: formerNames.map(catalog.facetValueOf),
      }));
    }
    const kinds = catalog.OPTION_KINDS.filter((kind) => FACET_OF[kind] === facet);
    return kinds.length > 0 ? this.options.inAddresses(kinds) : [];
  }
}
