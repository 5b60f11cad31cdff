import { catalog } from '@shop/contracts';

/** Where details have values of an option list. */
interface OptionField {
  path: string;
  /** The only model that takes the field's values from this list; every one that has the field by default. */
  model?: catalog.DetailsModel;
}

const CENTRE_STONE: Partial<Record<catalog.OptionKind, string>> = {
  'stone-carat': 'centerStoneOptions.carats',
  'stone-shape': 'centerStoneOptions.shapes',
  'stone-quality': 'centerStoneOptions.qualities',
};

/** Rows of a group's customization that are priced values of a list. */
export const CUSTOMIZATION_FIELDS: Partial<Record<catalog.OptionKind, 'metalPurity' | 'stoneType'>> = {
  'metal-purity': 'metalPurity',
  stonetype: 'stoneType',
};

/** Facets whose values are those of an option list. */
export const FACET_OF: Partial<Record<catalog.OptionKind, catalog.Facet>> = {
  'metal-purity': 'purity',
  'metal-tone': 'tone',
  stonetype: 'stone',
  'stone-shape': 'shape',
  occasion: 'occasion',
  'ring-size': 'size',
  'bracelet-size': 'size',
  'necklace-size': 'size',
  'chain-length': 'size',
  'earring-size': 'size',
  'pendant-size': 'size',
};

/** The fields of details with values of a list. */
export function optionFieldsOf(kind: catalog.OptionKind): OptionField[] {
  const declared = Object.entries<catalog.DetailField>(catalog.DETAIL_FIELDS).flatMap(
    ([path, field]): OptionField[] => {
      if (!('options' in field)) return [];
      const { options } = field;
      if (typeof options === 'string') return options === kind ? [{ path }] : [];
      return catalog.DETAILS_MODELS.filter((model) => options[model] === kind).map((model) => ({ path, model }));
    },
  );
  const centreStone = CENTRE_STONE[kind];
  return centreStone === undefined ? declared : [...declared, { path: centreStone }];
}

/** Every path of details that holds values of option lists. */
export const OPTION_PATHS = [
  ...new Set(catalog.OPTION_KINDS.flatMap((kind) => optionFieldsOf(kind).map(({ path }) => path))),
];
