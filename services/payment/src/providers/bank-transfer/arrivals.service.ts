import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type BodyOf, moneyText, paiseFrom, type payment, type QueryOf, rupeesFrom } from '@shop/contracts';
import {
  asTransientConflict,
  AuditTrail,
  Clock,
  Failure,
  invalidField,
  type Session,
  Transactions,
} from '@shop/service-kit';
import { type ClientSession, isValidObjectId, type Model, type QueryFilter, Types } from 'mongoose';
import type { Arrival } from './arrival.schema.ts';
import { keyOfBankReference, type Match, matchRows, mayBeSame, type Told } from './matching.rules.ts';
import { lettersOf, referencesIn } from './reference.rules.ts';
import { bankReferenceOf, type Credit } from './statement.rules.ts';
import { TransfersService } from './transfers.service.ts';

export interface KeyedCredit {
  key: string;
  credit: Credit;
}

type NewArrival = Pick<Arrival, 'keys' | 'amount' | 'arrivedOn' | 'text' | 'bankReference'> & { isByHand?: true };

/** Money on the shop's account. It is recorded in the transaction that applies it to its transfer and makes the attempt due. */
@Injectable()
export class ArrivalsService {
  constructor(
    @InjectModel('BankArrival') private readonly arrivals: Model<Arrival>,
    private readonly transfers: TransfersService,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async byId(id: string): Promise<Arrival | null> {
    return isValidObjectId(id) ? this.arrivals.findById(id).lean<Arrival>() : null;
  }

  /** Newest first. */
  async list({ state, page, limit }: QueryOf<typeof payment.listArrivals>) {
    const [arrivals, totalCount] = await Promise.all([
      this.arrivals
        .find({ state })
        .sort({ recordedAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Arrival[]>(),
      this.arrivals.countDocuments({ state }),
    ]);
    return { arrivals: arrivals.map(arrivalFor), totalCount };
  }

  /** Money that staff saw on the account; once with its bank reference, and then as it was told first. @throws Failure of the contract */
  async record(actor: Session, told: BodyOf<typeof payment.recordArrival>, session: ClientSession): Promise<Arrival> {
    const bankReference = bankReferenceOf(told.bankReference ?? '');
    const keys = bankReference === null ? [] : [keyOfBankReference(bankReference)];
    const known = await this.arrivals
      .findOne({ keys: { $in: keys } })
      .session(session)
      .lean<Arrival>();
    const reference = told.reference ?? null;
    const amount = paiseFrom(told.amount);
    if (known) return asTold(known, { amount, reference });
    if (!told.isOther)
      await this.#refuseAgain({ amount, arrivedOn: told.arrivedOn, bankReference, reference }, session);
    const arrival = await this.#arrivalOf(
      {
        keys,
        isByHand: true,
        amount,
        arrivedOn: told.arrivedOn,
        text: told.text,
        bankReference: bankReference ?? (told.bankReference || null),
      },
      reference,
      session,
    );
    await this.#add([arrival], session);
    await this.#audit(session, actor, 'bank-arrival.recorded', undefined, arrival);
    return arrival;
  }

  /** What staff see on the account may be in a statement that was imported, or recorded by another of them. */
  async #refuseAgain(told: Told, session: ClientSession): Promise<void> {
    const { amount, arrivedOn } = told;
    const reference = told.reference === null ? null : lettersOf(told.reference);
    const alike = await this.arrivals
      .find({ amount, $or: [{ arrivedOn }, ...(reference === null ? [] : [{ reference }])] })
      .session(session)
      .lean<Arrival[]>();
    const same = alike.filter((arrival) => mayBeSame(arrival, { ...told, reference }));
    if (same.length > 0) {
      throw new Failure('transfer.recorded-already', { details: { arrivals: same.map(arrivalFor) } });
    }
  }

  /** Does nothing when it is done. @throws Failure of the contract */
  assign(actor: Session, id: string, told: BodyOf<typeof payment.assignArrival>): Promise<Arrival> {
    return this.transactions.run(async (session) => {
      const arrival = await this.arrivals.findById(id).session(session).lean<Arrival>();
      if (!arrival) throw new Failure('transfer.not-found');
      const isDone = 'note' in told ? arrival.note === told.note : arrival.reference === lettersOf(told.reference);
      if (isDone && arrival.state !== 'unmatched') return arrival;
      if (arrival.state !== 'unmatched') throw new Failure('transfer.settled');
      const change: Partial<Arrival> =
        'note' in told ? { state: 'set-aside', note: told.note } : await this.#pay(arrival, told.reference, session);
      await this.arrivals.updateOne({ _id: arrival._id }, { $set: change }, { session });
      const assigned = { ...arrival, ...change };
      const action = 'note' in told ? 'bank-arrival.set-aside' : 'bank-arrival.assigned';
      await this.#audit(session, actor, action, arrival, assigned);
      return assigned;
    });
  }

  /** What each row would be, or is within the transaction that records it. */
  async match(rows: KeyedCredit[], session?: ClientSession): Promise<Match[]> {
    return matchRows(rows, await this.#known(rows, session));
  }

  /** Records the rows that are not known. */
  async recordRows(rows: KeyedCredit[], session: ClientSession): Promise<Match[]> {
    const matches = await this.match(rows, session);
    const added: Arrival[] = [];
    for (const [index, match] of matches.entries()) {
      const { key, credit } = rows[index]!;
      if (match.outcome === 'known') {
        if (match.arrival?.isByHand) await this.#setRow(match.arrival.id, key, session);
        continue;
      }
      added.push(await this.#arrivalOf({ keys: [key], ...credit }, match.reference, session));
    }
    if (added.length > 0) await this.#add(added, session);
    return matches;
  }

  /** The row of money that staff recorded: a second row is other money. */
  async #setRow(id: string, key: string, session: ClientSession): Promise<void> {
    await this.arrivals.updateOne({ _id: id }, { $unset: { isByHand: 1 }, $addToSet: { keys: key } }, { session });
  }

  async #known(rows: KeyedCredit[], session?: ClientSession) {
    const days = [...new Set(rows.map(({ credit }) => credit.arrivedOn))];
    const references = [...new Set(rows.flatMap(({ credit }) => referencesIn(credit.text)))];
    const find = (filter: QueryFilter<Arrival>) =>
      this.arrivals
        .find(filter)
        .session(session ?? null)
        .lean<Arrival[]>();
    // One after the other: a transaction takes one command at a time.
    const recorded = await find({ keys: { $in: rows.map(({ key }) => key) } });
    const byHand = await find({
      isByHand: true,
      $or: [{ arrivedOn: { $in: days } }, { reference: { $in: references } }],
    });
    const all = new Map([...recorded, ...byHand].map((arrival) => [String(arrival._id), arrival]));
    const arrivals = [...all].map(([id, arrival]) => ({ ...arrival, id, isByHand: arrival.isByHand === true }));
    return { arrivals, transfers: await this.transfers.byReferences(references, session) };
  }

  /** Applied to the transfer that it names, and not stored yet. @throws Failure `transfer.not-found` */
  async #arrivalOf(added: NewArrival, reference: string | null, session: ClientSession): Promise<Arrival> {
    const arrival: Arrival = {
      _id: new Types.ObjectId(),
      ...added,
      state: 'unmatched',
      reference: null,
      checkoutId: null,
      note: null,
      recordedAt: this.clock.now(),
    };
    return reference === null ? arrival : { ...arrival, ...(await this.#pay(arrival, reference, session)) };
  }

  async #add(arrivals: Arrival[], session: ClientSession): Promise<void> {
    try {
      await this.arrivals.insertMany(arrivals, { lean: true, session });
    } catch (error) {
      throw asTransientConflict(error);
    }
  }

  #pay({ _id, amount }: Arrival, reference: string, session: ClientSession) {
    return this.transfers.pay(lettersOf(reference), { id: String(_id), amount }, session);
  }

  #audit(
    session: ClientSession,
    actor: Session,
    action: string,
    before: Arrival | undefined,
    after: Arrival,
  ): Promise<void> {
    const fieldsOf = ({ state, amount, arrivedOn, bankReference, reference }: Arrival) => ({
      state,
      amount: rupeesFrom(amount),
      arrivedOn,
      bankReference,
      reference,
    });
    return this.audit.record(session, actor, {
      action,
      subject: 'bank-arrival',
      subjectId: String(after._id),
      before: before ? fieldsOf(before) : null,
      after: fieldsOf(after),
      ...(after.note !== null && { reason: after.note }),
    });
  }
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** @throws Failure where staff tell something else of money that is recorded: dropped without a word, it would be taken for done */
function asTold(known: Arrival, { amount, reference }: Pick<Told, 'amount' | 'reference'>): Arrival {
  if (known.amount === amount && (reference === null || known.reference === lettersOf(reference))) return known;
  const ofTransfer = known.reference === null ? '' : ` of ${known.reference}`;
  const what = `${moneyText(known.amount, 'INR')}${ofTransfer}, ${DAY.format(new Date(known.arrivedOn))}`;
  throw invalidField('bankReference', `This number is recorded: ${what}`);
}

export const arrivalFor = ({ _id, state, amount, arrivedOn, text, ...rest }: Arrival): payment.Arrival => ({
  _id: String(_id),
  state,
  amount: rupeesFrom(amount),
  arrivedOn,
  text,
  bankReference: rest.bankReference,
  reference: rest.reference,
  checkoutId: rest.checkoutId,
  note: rest.note,
  recordedAt: rest.recordedAt.toISOString(),
});
