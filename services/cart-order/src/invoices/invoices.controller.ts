import { Header, StreamableFile } from '@nestjs/common';
import { cartOrder } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { InvoicesService } from './invoices.service.ts';

@ContractController()
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getInvoice)
  async invoice(@ValidatedInput() { session, params }: Input<typeof cartOrder.getInvoice>) {
    return asPdf(await this.invoices.draw(session, params.id, null));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getPackingSlip)
  async packingSlip(@ValidatedInput() { session, params }: Input<typeof cartOrder.getPackingSlip>) {
    return asPdf(await this.invoices.drawPackingSlip(session, params.id));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getCreditNote)
  async creditNote(@ValidatedInput() { session, params }: Input<typeof cartOrder.getCreditNote>) {
    return asPdf(await this.invoices.draw(session, params.id, params.refundId));
  }
}

const asPdf = ({ name, bytes }: { name: string; bytes: Buffer }): StreamableFile =>
  new StreamableFile(bytes, {
    type: 'application/pdf',
    disposition: `inline; filename="${name}"`,
    length: bytes.length,
  });
