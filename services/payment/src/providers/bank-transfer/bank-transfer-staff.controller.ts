import { payment } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput, withVersion } from '@shop/service-kit';
import { arrivalFor, ArrivalsService } from './arrivals.service.ts';
import { BankAccountService } from './bank-account.service.ts';
import { StatementImport } from './statement-import.service.ts';
import { TransferReturnsService } from './transfer-returns.service.ts';
import { TransfersService } from './transfers.service.ts';

/** What staff do: expected and arrived money, what goes back, the account. */
@ContractController()
export class BankTransferStaffController {
  constructor(
    private readonly transfers: TransfersService,
    private readonly arrivals: ArrivalsService,
    private readonly statements: StatementImport,
    private readonly returns: TransferReturnsService,
    private readonly account: BankAccountService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(payment.listTransfers)
  listTransfers(@ValidatedInput() { query }: Input<typeof payment.listTransfers>) {
    return this.transfers.list(query);
  }

  @Route(payment.listArrivals)
  listArrivals(@ValidatedInput() { query }: Input<typeof payment.listArrivals>) {
    return this.arrivals.list(query);
  }

  @Route(payment.recordArrival)
  record(@ValidatedInput() input: Input<typeof payment.recordArrival>) {
    return this.idempotency.once(input, async (session) => ({
      arrival: arrivalFor(await this.arrivals.record(input.session, input.body, session)),
    }));
  }

  @Route(payment.assignArrival)
  async assign(@ValidatedInput() { session, params, body }: Input<typeof payment.assignArrival>) {
    return { arrival: arrivalFor(await this.arrivals.assign(session, params.id, body)) };
  }

  @Route(payment.importStatement)
  importStatement(@ValidatedInput() { session, body }: Input<typeof payment.importStatement>) {
    return this.statements.run(session, body);
  }

  @Route(payment.listTransferReturns)
  listReturns(@ValidatedInput() { query }: Input<typeof payment.listTransferReturns>) {
    return this.returns.list(query);
  }

  @Route(payment.settleTransferReturn)
  async settleReturn(@ValidatedInput() { session, params, body }: Input<typeof payment.settleTransferReturn>) {
    return { return: await this.returns.settle(session, params.id, body) };
  }

  @Route(payment.getBankAccount)
  async getAccount() {
    const account = await this.account.current();
    return { account: account ? withVersion(account) : null };
  }

  @Route(payment.saveBankAccount)
  async saveAccount(@ValidatedInput() { session, body, version }: Input<typeof payment.saveBankAccount>) {
    return { account: await this.account.save(session, body.account, version) };
  }
}
