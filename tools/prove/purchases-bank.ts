import crypto from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerEntry } from './purchases-checks.ts';
import type { Reply, Visitor } from './visitor.ts';

/** How staff learn of a transfer. `without its reference`: they find out whose it is. */
export type Telling = 'by hand' | 'by statement' | 'without its reference';

interface Credit {
  /** The bank's number, by which the shop's record of it is found. */
  utr: string;
  paise: number;
  text: string;
  day: string;
  sentBack: { refundId: string; paise: number }[];
}

const ACCOUNT = { holder: 'Aranya Jewels', bank: 'State Bank of Proofs', number: '001122334455', ifsc: 'SBIN0001234' };
const STAFF_CALLS = '/admin/payments/bank-transfer';
const INTEREST = 'INTEREST OF THE QUARTER';
const LOOK_EVERY_MS = 1_000;
/** The longest page. */
const PAGE = 'limit=48';

/** The bank with the shop's account, and the staff who read its statements and send money back. */
export class Bank {
  readonly #staff: Visitor;
  readonly #credits: Credit[] = [];
  /** Sent back without having been received: by refund. */
  readonly #given: { refundId: string; paise: number }[] = [];
  /** What became of each task, which staff tell as often as the shop has to hear it. */
  readonly #done = new Map<string, 'sent' | 'failed'>();
  #isClosing = false;
  #sending: Promise<void> = Promise.resolve();

  private constructor(staff: Visitor) {
    this.#staff = staff;
  }

  /** Staff enter the account and switch the transfer on, and send back what is to be sent until `close`. */
  static async open(staff: Visitor): Promise<Bank> {
    for (const [path, body] of [
      [`${STAFF_CALLS}/account`, { account: ACCOUNT }],
      ['/admin/payments/methods/bank-transfer', { isOn: true }],
    ] as const) {
      const { status, code } = await staff.ask(path, { method: 'PUT', body });
      if (status !== 200) throw new Error(`PUT ${path} answered ${status} ${code}`);
    }
    const bank = new Bank(staff);
    bank.reopen();
    return bank;
  }

  /** @throws if staff could not do it */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#sending;
  }

  /** After `close`: staff send back again. */
  reopen(): void {
    this.#isClosing = false;
    this.#sending = this.#sendBackUntilClosed();
    this.#sending.catch(() => {});
  }

  /** Money that no buyer sent, of every statement, is settled outside the shop. @throws if staff could not do it */
  async setInterestAside(): Promise<void> {
    const { body } = await this.#staff.ask(`${STAFF_CALLS}/arrivals?state=unmatched&${PAGE}`);
    for (const { _id, text } of (body?.arrivals ?? []) as { _id: string; text: string }[]) {
      if (text !== INTEREST) continue;
      const told = { method: 'PUT', body: { note: 'Interest' } } as const;
      const { status, code } = await this.#staff.ask(`${STAFF_CALLS}/arrivals/${_id}`, told);
      if (status !== 200) throw new Error(`Staff cannot set the interest aside: ${status} ${code}`);
    }
  }

  /** Money arrives, and staff are told. Every statement has all money of the account, so most of it is known. */
  async receive(reference: string, paise: number, told: Telling, sender: string): Promise<Reply> {
    const utr = `UTR${String(crypto.randomInt(1e9)).padStart(9, '0')}${String(this.#credits.length).padStart(5, '0')}`;
    const text = ['NEFT CR', ...(told === 'without its reference' ? [] : [reference]), utr, sender].join(' ');
    const credit: Credit = { utr, paise, text, day: new Date().toISOString().slice(0, 10), sentBack: [] };
    this.#credits.push(credit);
    if (told === 'by hand') {
      const body = { amount: paise / 100, arrivedOn: credit.day, reference, bankReference: utr, text };
      return this.#staff.create(`${STAFF_CALLS}/arrivals`, body);
    }
    const imported = await this.#staff.post(`${STAFF_CALLS}/statement`, { csv: this.#statement(), isDryRun: false });
    if (told === 'by statement' || imported.status !== 200) return imported;
    const { body } = await this.#staff.ask(`${STAFF_CALLS}/arrivals?state=unmatched&${PAGE}`);
    const arrival = ((body?.arrivals ?? []) as { _id: string; bankReference: string }[]).find(
      ({ bankReference }) => bankReference === utr,
    );
    if (!arrival) return { status: 404, code: 'is not among the unmatched', body: undefined };
    return this.#staff.ask(`${STAFF_CALLS}/arrivals/${arrival._id}`, { method: 'PUT', body: { reference } });
  }

  /** What arrived and what was sent back. `ids`: of the shop's records, by the bank's number. */
  ledger(ids: ReadonlyMap<string, string>): LedgerEntry[] {
    const entry = (paymentId: string, captured: number, back: Credit['sentBack']): LedgerEntry => ({
      provider: 'bank-transfer',
      paymentId,
      currency: 'INR',
      captured,
      refunded: back.reduce((sum, { paise }) => sum + paise, 0),
      refunds: back.map(({ refundId, paise }) => ({ reference: refundId, amount: paise })),
      lost: 0,
    });
    return [
      ...this.#credits.map(({ utr, paise, sentBack }) => entry(ids.get(utr) ?? utr, paise, sentBack)),
      ...this.#given.map((given) => entry(`nothing (${given.refundId})`, 0, [given])),
    ];
  }

  #statement(): string {
    const rows = this.#credits.map(({ day, text, utr, paise }) => [day, text, utr, '', (paise / 100).toFixed(2)]);
    const header = ['Date', 'Narration', 'UTR', 'Withdrawal Amt.', 'Deposit Amt.'];
    const day = this.#credits[0]!.day;
    const others = [
      [day, 'CHARGES', '', '12.50', ''],
      [day, INTEREST, '', '', '1.25'],
    ];
    return [header, ...rows, ...others].map((row) => row.join(',')).join('\n');
  }

  async #sendBackUntilClosed(): Promise<void> {
    while (!this.#isClosing) {
      const { status, code, body } = await this.#staff.ask(`${STAFF_CALLS}/returns?state=open&${PAGE}`);
      if (status >= 400 && status < 500)
        throw new Error(`Staff cannot list what is to be sent back: ${status} ${code}`);
      for (const task of (body?.returns ?? []) as ReturnTask[]) await this.#sendBack(task);
      await wait(LOOK_EVERY_MS);
    }
  }

  /**
   * The money leaves once per task, however often the shop has to be told. The first that is of an order cannot be sent: its
   * money stays with the order.
   */
  async #sendBack({ _id, amount, reason, text }: ReturnTask): Promise<void> {
    let outcome = this.#done.get(_id);
    if (!outcome) {
      outcome = isOfOrder(reason) && ![...this.#done.values()].includes('failed') ? 'failed' : 'sent';
      this.#done.set(_id, outcome);
      if (outcome === 'sent') {
        const credit = this.#credits.find(({ utr }) => text.includes(utr));
        (credit?.sentBack ?? this.#given).push({ refundId: _id, paise: Math.round(amount * 100) });
      }
    }
    await this.#staff.ask(`${STAFF_CALLS}/returns/${_id}`, { method: 'PUT', body: { outcome } });
  }
}

const isOfOrder = (reason: string): boolean => reason === 'staff' || reason === 'order-cancelled';

interface ReturnTask {
  _id: string;
  /** In rupees. */
  amount: number;
  reason: string;
  text: string;
}
