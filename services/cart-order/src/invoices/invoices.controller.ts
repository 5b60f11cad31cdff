import { Header, StreamableFile } from '@nestjs/common';
import { cartOrder } from '@shop/contracts';
import { ContractController, csvAttachment, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { OrderLinksService } from '../orders/order-links.service.ts';
import { BillsExport } from './bills-export.ts';
import { InvoicesService } from './invoices.service.ts';

@ContractController()
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly links: OrderLinksService,
    private readonly bills: BillsExport,
  ) {}

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getInvoice)
  async invoice(@ValidatedInput() { session, params }: Input<typeof cartOrder.getInvoice>) {
    return asPdf(await this.invoices.drawFor(session, params.id, null));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.exportBills)
  async export(@ValidatedInput() { session, query }: Input<typeof cartOrder.exportBills>) {
    return csvAttachment(`bills-${query.from}-to-${query.to}.csv`, await this.bills.file(session, query));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getPackingSlip)
  async packingSlip(@ValidatedInput() { session, params, query }: Input<typeof cartOrder.getPackingSlip>) {
    return asPdf(await this.invoices.drawPackingSlip(session, params.id, query.parcel));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getCreditNote)
  async creditNote(@ValidatedInput() { session, params }: Input<typeof cartOrder.getCreditNote>) {
    return asPdf(await this.invoices.drawFor(session, params.id, params.refundId));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getInvoiceByLink)
  async invoiceByLink(@ValidatedInput() { params }: Input<typeof cartOrder.getInvoiceByLink>) {
    return asPdf(await this.invoices.draw(await this.links.open(params.link), null));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getCreditNoteByLink)
  async creditNoteByLink(@ValidatedInput() { params }: Input<typeof cartOrder.getCreditNoteByLink>) {
    return asPdf(await this.invoices.draw(await this.links.open(params.link), params.refundId));
  }
}

const asPdf = ({ name, bytes }: { name: string; bytes: Buffer }): StreamableFile =>
  new StreamableFile(bytes, {
    type: 'application/pdf',
    disposition: `inline; filename="${name}"`,
    length: bytes.length,
  });
