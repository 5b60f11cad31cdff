import { catalog } from '@shop/contracts';
import {
  ContractController,
  csvAttachment,
  Idempotency,
  Imports,
  type Input,
  Route,
  ValidatedInput,
} from '@shop/service-kit';
import { PRODUCT_COLUMNS } from './product-columns.ts';
import { ProductExport } from './product-export.ts';

const KIND = 'products';

@ContractController()
export class ProductImportsController {
  constructor(
    private readonly imports: Imports,
    private readonly products: ProductExport,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.beginProductImport)
  begin(@ValidatedInput() input: Input<typeof catalog.beginProductImport>) {
    return this.idempotency.once(input, (transaction) =>
      this.imports.begin(KIND, input.session, input.body, transaction),
    );
  }

  @Route(catalog.addProductImportPart)
  addPart(@ValidatedInput() { params, files }: Input<typeof catalog.addProductImportPart>) {
    return this.imports.addPart(KIND, params.id, params.number, files['part']);
  }

  @Route(catalog.listProductImports)
  list(@ValidatedInput() { query }: Input<typeof catalog.listProductImports>) {
    return this.imports.list(KIND, query);
  }

  @Route(catalog.listProductColumns)
  columns() {
    return { columns: [...PRODUCT_COLUMNS] };
  }

  @Route(catalog.getProductImport)
  get(@ValidatedInput() { params }: Input<typeof catalog.getProductImport>) {
    return this.imports.get(KIND, params.id);
  }

  @Route(catalog.listProductImportRows)
  rows(@ValidatedInput() { params, query }: Input<typeof catalog.listProductImportRows>) {
    return this.imports.rows(KIND, params.id, query);
  }

  @Route(catalog.getProductImportErrors)
  async errors(@ValidatedInput() { params }: Input<typeof catalog.getProductImportErrors>) {
    return csvAttachment('import-errors.csv', await this.imports.errorsFile(KIND, params.id));
  }

  @Route(catalog.applyProductImport)
  apply(@ValidatedInput() { session, params }: Input<typeof catalog.applyProductImport>) {
    return this.imports.apply(KIND, session, params.id);
  }

  @Route(catalog.exportProducts)
  async export(@ValidatedInput() { query }: Input<typeof catalog.exportProducts>) {
    return csvAttachment(query.template ? 'products-template.csv' : 'products.csv', await this.products.file(query));
  }
}
