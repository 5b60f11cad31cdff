import { z } from 'zod';
import { imageAddress, imageToSave } from '../content/images.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, objectId } from '../core/shapes.ts';
import { formerNames, taxonomyName, nameInPath } from './names.ts';

export const materialErrors = defineErrors({
  'material.not-found': { status: 404, message: 'This material does not exist' },
  'material.taken': { status: 409, message: 'There is a material of this name already' },
  'material.in-use': { status: 409, message: 'Products are made of this material. Move them first' },
});

export const material = z
  .object({
    _id: objectId,
    /** `gold`; the address of its listing is `/material/gold`. */
    tag: z.string(),
    /** `all` is the whole tag. */
    sub: z.array(z.string()),
    /** Its picture. */
    image: imageAddress.optional(),
    /** Pieces of it can be made to order, in what they or the customization of their group offer. */
    madeToOrder: z.boolean().optional(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Material' });
export type Material = z.infer<typeof material>;

const changed = z.object({ message: z.string(), material });

export const listMaterials = defineCall({
  id: 'catalog.list-materials',
  service: 'catalog',
  method: 'GET',
  path: '/materials',
  access: 'guest',
  summary: 'Materials with their sub-tags, in the order of the menu',
  answer: z.object({ materials: z.array(material.extend(formerNames)) }),
  errors: [],
  cache: { seconds: 300, staleSeconds: 86_400, tags: ['materials'] },
});

export const createMaterial = defineCall({
  id: 'catalog.create-material',
  service: 'catalog',
  method: 'POST',
  path: '/admin/material',
  access: staff('taxonomy.change'),
  summary: 'Creates a material',
  body: z.object({
    tag: taxonomyName,
    sub: z.array(taxonomyName).max(50).default([]),
    image: imageToSave.optional(),
    madeToOrder: z.boolean().optional(),
  }),
  answer: changed,
  status: 201,
  errors: ['material.taken'],
  idempotencyKey: true,
});

const subOfMaterial = z.object({ tag: taxonomyName, sub: taxonomyName });

export const addSubMaterial = defineCall({
  id: 'catalog.add-sub-material',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/material/sub',
  access: staff('taxonomy.change'),
  summary: 'Adds a sub-tag to a material; idempotent',
  body: subOfMaterial,
  answer: changed,
  errors: ['material.not-found'],
});

export const removeSubMaterial = defineCall({
  id: 'catalog.remove-sub-material',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/material/sub',
  access: staff('taxonomy.change'),
  summary: 'Removes a sub-tag from a material',
  body: subOfMaterial,
  answer: changed,
  errors: ['material.not-found', 'material.in-use'],
});

export const changeMaterial = defineCall({
  id: 'catalog.change-material',
  service: 'catalog',
  method: 'PATCH',
  path: '/admin/material/:id',
  access: staff('taxonomy.change'),
  versioned: true,
  summary:
    'Renames a material together with its products, or one of its sub-tags, or replaces them or its picture, or says whether it is made to order',
  params: z.object({ id: objectId }),
  body: z
    .object({
      tag: taxonomyName,
      sub: z.array(taxonomyName).max(50),
      /** A new name for one of them, which its products take over. */
      renameSub: z.object({ from: taxonomyName, to: taxonomyName }),
      /** `null` removes the picture. */
      image: imageToSave.nullable(),
      madeToOrder: z.boolean(),
    })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  answer: changed,
  errors: ['material.not-found', 'material.taken', 'material.in-use'],
});

export const removeMaterial = defineCall({
  id: 'catalog.remove-material',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/material/:tag',
  access: staff('taxonomy.change'),
  summary: 'Removes a material without products',
  params: z.object({ tag: nameInPath }),
  answer: z.object({ message: z.string() }),
  errors: ['material.not-found', 'material.in-use'],
});
