import { z } from 'zod';
import { imageAddress, imageToSave } from '../content/images.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, objectId } from '../core/shapes.ts';
import { formerNames, taxonomyName } from './names.ts';

export const categoryErrors = defineErrors({
  'category.not-found': { status: 404, message: 'This category does not exist' },
  'category.taken': { status: 409, message: 'There is a category of this name already' },
  'category.in-use': { status: 409, message: 'Products belong to this category. Move them first' },
});

export const category = z
  .object({
    _id: objectId,
    /** `ring`; the address of its listing is `/product/ring`. */
    main: z.string(),
    sub: z.array(z.string()),
    /** Its picture. */
    image: imageAddress.optional(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof category>;

const changed = z.object({ message: z.string(), category });

export const listCategories = defineCall({
  id: 'catalog.list-categories',
  service: 'catalog',
  method: 'GET',
  path: '/categories',
  access: 'guest',
  summary: 'Categories with their sub-categories, in the order of the menu',
  answer: z.object({ categories: z.array(category.extend(formerNames)) }),
  errors: [],
  cache: { seconds: 300, staleSeconds: 86_400, tags: ['categories'] },
});

export const createCategory = defineCall({
  id: 'catalog.create-category',
  service: 'catalog',
  method: 'POST',
  path: '/admin/category',
  access: staff('taxonomy.change'),
  summary: 'Creates a category',
  body: z.object({
    main: taxonomyName,
    sub: z.array(taxonomyName).max(50).default([]),
    image: imageToSave.optional(),
  }),
  answer: changed,
  status: 201,
  errors: ['category.taken'],
  idempotencyKey: true,
});

const subOfCategory = z.object({ main: taxonomyName, sub: taxonomyName });

export const addSubCategory = defineCall({
  id: 'catalog.add-sub-category',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/category/sub',
  access: staff('taxonomy.change'),
  summary: 'Adds a sub-category to a category; idempotent',
  body: subOfCategory,
  answer: changed,
  errors: ['category.not-found'],
});

export const removeSubCategory = defineCall({
  id: 'catalog.remove-sub-category',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/category/sub',
  access: staff('taxonomy.change'),
  summary: 'Removes a sub-category from a category',
  body: subOfCategory,
  answer: changed,
  errors: ['category.not-found', 'category.in-use'],
});

export const changeCategory = defineCall({
  id: 'catalog.change-category',
  service: 'catalog',
  method: 'PATCH',
  path: '/admin/category/:id',
  access: staff('taxonomy.change'),
  versioned: true,
  summary:
    'Renames a category together with its products, or one of its sub-categories, or replaces them or its picture',
  params: z.object({ id: objectId }),
  body: z
    .object({
      main: taxonomyName,
      sub: z.array(taxonomyName).max(50),
      /** A new name for one of them, which its products take over. */
      renameSub: z.object({ from: taxonomyName, to: taxonomyName }),
      /** `null` removes the picture. */
      image: imageToSave.nullable(),
    })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  answer: changed,
  errors: ['category.not-found', 'category.taken', 'category.in-use'],
});

export const removeCategory = defineCall({
  id: 'catalog.remove-category',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/category/:id',
  access: staff('taxonomy.change'),
  summary: 'Removes a category without products',
  params: z.object({ id: objectId }),
  answer: z.object({ message: z.string() }),
  errors: ['category.not-found', 'category.in-use'],
});
