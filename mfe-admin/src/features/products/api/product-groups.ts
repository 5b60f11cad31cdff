import {
  catalog,
  DETAIL_FIELDS,
  modelHasField,
  SHARED_DETAILS,
  type AnswerOf,
  type BodyOf,
  type DetailField,
  type SharedDetailName,
} from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { PRODUCTS_KEY, type StaffProduct } from '../../../api/products.ts';
import { isSame } from '../../../components/document-form/merge.rules.ts';
import { type DetailsValues, valuesOf as valuesOfProduct } from './product-values.ts';

export type ProductGroup = AnswerOf<typeof catalog.getProductGroup>['group'];
type ToChange = BodyOf<typeof catalog.changeProductGroup>;

export const groupQuery = (code: string) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'group', code],
    queryFn: async ({ signal }) => (await call(catalog.getProductGroup, { params: { code }, signal })).group,
  });

export const CUSTOMIZATIONS_KEY = ['admin', 'customizations'];

/** What the pieces of a group can be made to order in; null for nothing. */
export const groupCustomizationQuery = (group: string) =>
  queryOptions({
    queryKey: [...CUSTOMIZATIONS_KEY, 'of', group],
    queryFn: async ({ signal }) => (await call(catalog.getCustomization, { params: { group }, signal })).customization,
  });

/** Of one variant, as the form holds it. An empty number is NaN. */
interface VariantValues {
  price: number;
  stock: number;
  lowStockAt: number;
  status: StaffProduct['status'];
  position: number;
}

/** What all variants share, as the form of a product holds it. */
interface SharedValues {
  name: string;
  shortDescription: string;
  category: { main: string; sub: string };
  featured: number;
  details: Pick<DetailsValues, SharedDetailName>;
}

type Differing<Values> = { [Name in keyof Values]: Values[Name] | null };

/** A group as its form holds it. A shared field is null while variants differ in it: it is left alone then. */
export interface GroupValues extends Differing<Omit<SharedValues, 'details'>> {
  details: Differing<SharedValues['details']>;
  /** Pictures that are to be in every variant. */
  addImages: string[];
  variants: Record<string, VariantValues>;
}

export const currentOf = ({ variants }: ProductGroup): StaffProduct[] =>
  variants.filter(({ status }) => status !== 'archived');
export const archivedOf = ({ variants }: ProductGroup): StaffProduct[] =>
  variants.filter(({ status }) => status === 'archived');

/** What people call a variant: `Rose Gold, gold`. */
export const toneOf = ({ metalTone, material }: StaffProduct): string => `${metalTone}, ${material.tag}`;

/** Shared details that every variant of the group has. */
export const sharedDetailsOf = (group: ProductGroup): SharedDetailName[] =>
  SHARED_DETAILS.filter((name) =>
    currentOf(group).every(({ detailsModel }) => modelHasField(detailsModel, DETAIL_FIELDS[name])),
  );

function sharedOf(product: StaffProduct): SharedValues {
  const { name, shortDescription, category, featured, detailsRef } = valuesOfProduct(product);
  const details = Object.fromEntries(SHARED_DETAILS.map((field) => [field, detailsRef[field]]));
  return { name, shortDescription, category, featured, details: details as SharedValues['details'] };
}

/** A path of a shared field: `name`, `details.packaging`. */
export type SharedPath = keyof Omit<SharedValues, 'details'> | `details.${SharedDetailName}`;

const valueAt = (shared: SharedValues, path: SharedPath): unknown =>
  path.startsWith('details.')
    ? shared.details[path.slice('details.'.length) as SharedDetailName]
    : shared[path as keyof SharedValues];

/** The values of a shared field, each with its variants. */
export function valuesIn(group: ProductGroup, path: SharedPath): { value: unknown; variants: StaffProduct[] }[] {
  const found: { value: unknown; variants: StaffProduct[] }[] = [];
  for (const variant of currentOf(group)) {
    const value = valueAt(sharedOf(variant), path);
    const same = found.find((one) => isSame(one.value, value));
    if (same) same.variants.push(variant);
    else found.push({ value, variants: [variant] });
  }
  return found;
}

/** The form's values of a group. */
export function valuesOf(group: ProductGroup): GroupValues {
  const commonAt = (path: SharedPath): unknown => {
    const values = valuesIn(group, path);
    return values.length === 1 ? values[0]!.value : null;
  };
  const details = Object.fromEntries(SHARED_DETAILS.map((name) => [name, commonAt(`details.${name}`)]));
  return {
    name: commonAt('name') as GroupValues['name'],
    shortDescription: commonAt('shortDescription') as GroupValues['shortDescription'],
    category: commonAt('category') as GroupValues['category'],
    featured: commonAt('featured') as GroupValues['featured'],
    details: details as GroupValues['details'],
    addImages: [],
    variants: Object.fromEntries(
      group.variants.map(({ _id, price, stock, lowStockAt = Number.NaN, status, position }) => [
        _id,
        { price, stock, lowStockAt, status, position },
      ]),
    ),
  };
}

/** As the API takes it: an empty value of an optional field is null, which removes it. */
function detailToSave(name: SharedDetailName, value: unknown): unknown {
  const field: DetailField = DETAIL_FIELDS[name];
  const toSave = typeof value === 'string' ? value.trim() : value;
  const isEmpty = toSave === '' || (Array.isArray(toSave) && toSave.length === 0);
  return isEmpty && field.optional ? null : toSave;
}

/** The body that changes the group: what differs from `group`, and nothing else. */
export function toChange(values: GroupValues, group: ProductGroup): ToChange {
  const before = valuesOf(group);
  const { name, shortDescription, category, featured } = values;
  const isChanged = (field: keyof GroupValues) => values[field] !== null && !isSame(values[field], before[field]);
  const details = sharedDetailsOf(group).flatMap((field) => {
    const value = values.details[field];
    return value === null || isSame(value, before.details[field]) ? [] : [[field, detailToSave(field, value)] as const];
  });
  const variants = currentOf(group).flatMap((variant) => {
    const change = variantToChange(values.variants[variant._id], before.variants[variant._id]!);
    return Object.keys(change).length > 0 ? [[variant._id, change] as const] : [];
  });
  return {
    ...(isChanged('name') && { name: name!.trim() }),
    ...(isChanged('shortDescription') && { shortDescription: shortDescription!.trim() }),
    ...(isChanged('category') && { category: { main: category!.main, ...(category!.sub && { sub: category!.sub }) } }),
    ...(isChanged('featured') && { featured: featured! }),
    ...(details.length > 0 && { details: Object.fromEntries(details) as ToChange['details'] }),
    ...(values.addImages.length > 0 && { addImages: values.addImages }),
    ...(variants.length > 0 && { variants: Object.fromEntries(variants) as ToChange['variants'] }),
  };
}

function variantToChange(now: VariantValues | undefined, before: VariantValues) {
  if (!now) return {};
  const changed = Object.entries(now).filter(([field, value]) => !isSame(value, before[field as keyof VariantValues]));
  const { lowStockAt, stock, ...rest } = Object.fromEntries(changed) as Partial<VariantValues>;
  return {
    ...rest,
    ...(lowStockAt !== undefined && { lowStockAt: Number.isNaN(lowStockAt) ? null : lowStockAt }),
    ...(stock !== undefined && { stock, stockBefore: before.stock }),
  };
}

const SHARED_FIELDS: readonly string[] = ['name', 'shortDescription', 'category', 'featured'];

/** The form's field for a path of the body, or of what a colleague saved of a variant: `<id>.detailsRef`. */
export function fieldOf(path: string): string {
  const [, id, field] = /^([0-9a-f]{24})\.(.+)$/.exec(path) ?? [];
  if (!id) return path.replace(/\.stockBefore$/, '.stock');
  if (field === 'detailsRef') return 'details';
  if (field === 'images') return 'addImages';
  return SHARED_FIELDS.includes(field!) ? field! : `variants.${id}.${field}`;
}

/** The group with the free pieces that a save was refused for. */
export const withStocks = (group: ProductGroup, stocks: Readonly<Record<string, number>>): ProductGroup => ({
  ...group,
  variants: group.variants.map((variant) => ({ ...variant, stock: stocks[variant._id] ?? variant.stock })),
});
