import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import {
  csvFile,
  importId,
  importPartId,
  importRowsPage,
  importRowsQuery,
  importsPage,
  importsQuery,
  importToBegin,
  oneImport,
  tableColumn,
} from '../core/imports.ts';
import { listAllProducts } from './admin-products.ts';

export const beginProductImport = defineCall({
  id: 'catalog.begin-product-import',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product-imports',
  access: staff('products.change'),
  summary: 'Begins an import of products and their stock from a file, whose parts follow',
  body: importToBegin,
  answer: oneImport,
  status: 201,
  errors: [],
  idempotencyKey: true,
});

export const addProductImportPart = defineCall({
  id: 'catalog.add-product-import-part',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/product-imports/:id/parts/:number',
  access: staff('products.change'),
  summary:
    'Stores a part (field `part`) of the file, counted from 0; with the last one that was missing the check begins',
  params: importPartId,
  body: z.object({}),
  files: { part: 'text/csv' },
  answer: oneImport,
  errors: ['import.not-found', 'import.other-state'],
  repeatable: 'A part is stored once under its number',
  timeoutMs: 30_000,
});

export const listProductImports = defineCall({
  id: 'catalog.list-product-imports',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-imports',
  access: staff('products.read'),
  summary: 'Imports of products, newest first',
  query: importsQuery,
  answer: importsPage,
  errors: [],
});

export const listProductColumns = defineCall({
  id: 'catalog.list-product-columns',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-imports/columns',
  access: staff('products.read'),
  summary: 'The columns of files of products, in the order of an export',
  answer: z.object({ columns: z.array(tableColumn) }),
  errors: [],
});

export const getProductImport = defineCall({
  id: 'catalog.get-product-import',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-imports/:id',
  access: staff('products.read'),
  summary: 'One import of products, with how far it is',
  params: importId,
  answer: oneImport,
  errors: ['import.not-found'],
});

export const listProductImportRows = defineCall({
  id: 'catalog.list-product-import-rows',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-imports/:id/rows',
  access: staff('products.read'),
  summary: 'What an import does or did with each row, what is not taken first',
  params: importId,
  query: importRowsQuery,
  answer: importRowsPage,
  errors: ['import.not-found'],
});

export const getProductImportErrors = defineCall({
  id: 'catalog.get-product-import-errors',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-imports/:id/errors',
  access: staff('products.read'),
  summary: 'The rows of an import that are not taken, as CSV: row, column, what is wrong',
  params: importId,
  answer: csvFile,
  answerTypes: ['text/csv'],
  errors: ['import.not-found'],
  timeoutMs: 30_000,
});

export const applyProductImport = defineCall({
  id: 'catalog.apply-product-import',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product-imports/:id/apply',
  access: staff('products.change'),
  summary: 'Applies a checked import; a product that changed since the check is skipped',
  params: importId,
  answer: oneImport,
  errors: ['import.not-found', 'import.other-state'],
  repeatable: 'An import is applied once; of one that is applied the answer is how far it is',
});

export const exportProducts = defineCall({
  id: 'catalog.export-products',
  service: 'catalog',
  method: 'GET',
  path: '/admin/products/export',
  access: staff('products.read'),
  summary:
    'All products of a filter, but archived ones, as a file that can be imported; with `template` its heads alone',
  query: listAllProducts.query!.omit({ sort: true, page: true, limit: true, status: true }).extend({
    status: z.enum(['draft', 'published'], 'draft or published').optional(),
    template: z.enum(['yes'], 'yes').optional(),
  }),
  answer: csvFile,
  answerTypes: ['text/csv'],
  errors: [],
  timeoutMs: 30_000,
});
