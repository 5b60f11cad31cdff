import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type AnswerOf, type BodyOf, cartOrder, isSameCountry, paiseFrom, rupeesFrom } from '@shop/contracts';
import {
  AuditTrail,
  type Edit,
  Edits,
  Failure,
  invalidField,
  Outbox,
  type Session,
  Transactions,
  versionOf,
  withVersion,
} from '@shop/service-kit';
import type { ClientSession, Model, mongo } from 'mongoose';
import { csvOfTable, problemsFor, readTable, requireNoProblems } from '../table-csv.rules.ts';
import { type Charges, chargesFrom, DEFAULT_CHARGES } from './charges.schema.ts';
import { rateKey, RATES_TABLE } from './rates-table.rules.ts';

type Settings = cartOrder.ChargesSettings;
type Rate = cartOrder.InternationalRate;

/** As it is read; each rate is a document of its own. */
export const readSettingsOf = ({ internationalShipping, ...settings }: Settings) => ({
  ...withVersion(settings),
  internationalShipping: internationalShipping.map((rate) => withVersion(rate)),
});

/** The charges settings. A frozen checkout keeps the charges it was frozen with. */
@Injectable()
export class ChargesService {
  constructor(
    @InjectModel('Charges') private readonly charges: Model<Charges>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    private readonly outbox: Outbox,
  ) {}

  async current(session?: ClientSession): Promise<Charges> {
    return chargesFrom(await this.#stored(session));
  }

  async tax(): Promise<cartOrder.TaxSettings> {
    return taxOf(await this.current());
  }

  async settings(): Promise<Settings> {
    return settingsOf(await this.current());
  }

  /** `untouched`: as suggested, not saved by staff. */
  async read(): Promise<{ settings: Settings; untouched: boolean }> {
    const stored = await this.#stored();
    return { settings: settingsOf(chargesFrom(stored)), untouched: stored === null };
  }

  /** @throws Failure `charges.exist` */
  async create(staff: Session, given: Partial<Settings>, session: ClientSession): Promise<Settings> {
    if (await this.#stored(session)) throw new Failure('charges.exist');
    const [suggested, after] = [settingsOf(DEFAULT_CHARGES), { ...settingsOf(DEFAULT_CHARGES), ...given }];
    // For a colleague whose form stands on what was suggested.
    const edit = { actor: staff, subject: 'charges', id: 'charges', version: undefined };
    await this.edits.keep(session, edit, formOf(suggested), formOf(after));
    return this.#save(staff, after, session);
  }

  /** @throws Failure `document.changed` */
  update(staff: Session, given: Partial<Settings>, version?: string): Promise<Settings> {
    return this.#change(staff, async (settings, session) => {
      const edit = { actor: staff, subject: 'charges', id: 'charges', version };
      const before = formOf(settings);
      await this.edits.require(session, edit, before);
      const after = { ...settings, ...given };
      await this.edits.keep(session, edit, before, formOf(after));
      return after;
    });
  }

  /** @throws Failure `document.changed` */
  saveRate(staff: Session, rate: Rate, version?: string): Promise<Settings> {
    return this.#change(staff, async (settings, session) => {
      const known = settings.internationalShipping.find((one) => isSame(one, rate));
      const edit: Edit = { actor: staff, subject: 'international-rate', id: rateKey(rate), version };
      const before = known ? withVersion(known) : null;
      await this.edits.require(session, edit, before);
      await this.edits.keep(session, edit, before, withVersion(rate));
      return {
        ...settings,
        internationalShipping: [...settings.internationalShipping.filter((one) => one !== known), rate],
      };
    });
  }

  /** @throws Failure `charges.rate-not-found` */
  removeRate(staff: Session, rate: { country: string; courier: string }): Promise<Settings> {
    return this.#change(staff, async (settings) => {
      const internationalShipping = settings.internationalShipping.filter((known) => !isSame(known, rate));
      if (internationalShipping.length === settings.internationalShipping.length) {
        throw new Failure('charges.rate-not-found');
      }
      return { ...settings, internationalShipping };
    });
  }

  /** @throws Failure `table.changed`; `request.invalid` if a row makes no sense: nothing is changed then */
  importRates(
    staff: Session,
    { csv, removeOthers, dryRun, checked }: BodyOf<typeof cartOrder.importInternationalRates>,
  ): Promise<AnswerOf<typeof cartOrder.importInternationalRates>> {
    const { rows, problems } = readTable(csv, RATES_TABLE);
    if (!dryRun) requireNoProblems(problems);
    return this.transactions.run(async (session) => {
      const settings = settingsOf(await this.current(session));
      const rates = settings.internationalShipping;
      const version = versionOf({ rates });
      if (checked !== undefined && checked !== version) throw new Failure('table.changed');
      const before = new Map(rates.map((rate) => [rateKey(rate), rate]));
      const given = new Map(rows.map((rate) => [rateKey(rate), rate]));
      const changed = rows.filter((rate) => !isDeepStrictEqual(before.get(rateKey(rate)), rate));
      const others = rates.filter((rate) => !given.has(rateKey(rate)));
      const added = changed.filter((rate) => !before.has(rateKey(rate))).length;
      const counts = {
        added,
        changed: changed.length - added,
        removed: removeOthers ? others.length : 0,
        unchanged: rows.length - changed.length,
      };
      const after = [...rates.flatMap((rate) => given.get(rateKey(rate)) ?? (removeOthers ? [] : [rate]))];
      after.push(...rows.filter((rate) => !before.has(rateKey(rate))));
      if (after.length > cartOrder.MAX_RATES) {
        throw invalidField('csv', `With these there would be more than ${cartOrder.MAX_RATES} rates`);
      }
      const answer = { counts, ...problemsFor(problems) };
      if (dryRun || changed.length + counts.removed === 0) return { ...answer, version };
      await this.edits.keepAll(
        session,
        { actor: staff, subject: 'international-rate' },
        changed.map((rate) => {
          const read = before.get(rateKey(rate));
          return { id: rateKey(rate), before: read ? withVersion(read) : null, after: withVersion(rate) };
        }),
      );
      await this.#save(staff, { ...settings, internationalShipping: after }, session);
      return { ...answer, version: versionOf({ rates: after }) };
    });
  }

  async exportRates(): Promise<string> {
    const { internationalShipping } = await this.settings();
    return csvOfTable(
      internationalShipping.toSorted((one, other) => (rateOrder(one) < rateOrder(other) ? -1 : 1)),
      RATES_TABLE,
    );
  }

  #change(
    staff: Session,
    change: (settings: Settings, session: ClientSession) => Promise<Settings>,
  ): Promise<Settings> {
    return this.transactions.run(async (session) =>
      this.#save(staff, await change(settingsOf(await this.current(session)), session), session),
    );
  }

  async #save(staff: Session, settings: Settings, session: ClientSession): Promise<Settings> {
    const before = await this.#stored(session);
    const charged = chargesFrom(before);
    await this.charges.replaceOne({ _id: 'charges' }, chargesOf(settings), { session, upsert: true });
    await this.audit.record(session, staff, {
      action: before ? 'charges.changed' : 'charges.created',
      subject: 'charges',
      subjectId: 'charges',
      before: before && { ...settingsOf(charged) },
      after: { ...settings },
    });
    const tax = taxOf(settings);
    if (!isDeepStrictEqual(tax, taxOf(charged))) {
      await this.outbox.publish(session, cartOrder.taxChanged, { key: 'charges', data: { ...tax, tag: 'tax' } });
    }
    return settings;
  }

  #stored(session?: ClientSession): Promise<Charges | null> {
    // By the driver: every cart and every quote reads them.
    const collection = this.charges.collection as unknown as mongo.Collection<Charges>;
    return collection.findOne({ _id: 'charges' }, { ...(session && { session }) });
  }
}

/** What the form of the charges edits: rates have their own. */
const formOf = ({ internationalShipping: _, ...settings }: Settings) => withVersion(settings);

const rateOrder = ({ country, courier }: Rate): string => `${country} ${courier}`;

const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

const isSame = (one: { country: string; courier: string }, other: { country: string; courier: string }) =>
  isSameCountry(one.country, other.country) && sameText(one.courier, other.courier);

const taxOf = ({ gstRate, showPrices, zeroRatedExports }: cartOrder.TaxSettings): cartOrder.TaxSettings => ({
  gstRate,
  showPrices,
  zeroRatedExports,
});

const settingsOf = (charges: Charges): Settings => ({
  ...taxOf(charges),
  domesticShipping: rupeesFrom(charges.domesticShippingPaise),
  freeShippingAbove: rupeesFrom(charges.freeShippingAbovePaise),
  otherCharges: {
    engraving: rupeesFrom(charges.engravingPaise),
    hallmarking: rupeesFrom(charges.hallmarkingPaise),
    specialRequestDefault: rupeesFrom(charges.specialRequestPaise),
  },
  internationalShipping: charges.internationalShipping.map(({ country, courier, chargePaise }) => ({
    country,
    courier,
    charge: rupeesFrom(chargePaise),
  })),
  maxPieces: charges.maxPieces,
  dispatch: charges.dispatch,
  giftWrap: rupeesFrom(charges.giftWrapPaise),
  dutiesNote: charges.dutiesNote,
  panAbove: rupeesFrom(charges.panAbovePaise),
});

const chargesOf = (settings: Settings): Charges => ({
  _id: 'charges',
  ...taxOf(settings),
  domesticShippingPaise: paiseFrom(settings.domesticShipping),
  freeShippingAbovePaise: paiseFrom(settings.freeShippingAbove),
  engravingPaise: paiseFrom(settings.otherCharges.engraving),
  hallmarkingPaise: paiseFrom(settings.otherCharges.hallmarking),
  specialRequestPaise: paiseFrom(settings.otherCharges.specialRequestDefault),
  internationalShipping: settings.internationalShipping.map(({ country, courier, charge }) => ({
    country,
    courier,
    chargePaise: paiseFrom(charge),
  })),
  maxPieces: settings.maxPieces,
  dispatch: settings.dispatch,
  giftWrapPaise: paiseFrom(settings.giftWrap),
  dutiesNote: settings.dutiesNote ?? DEFAULT_CHARGES.dutiesNote,
  panAbovePaise: settings.panAbove === undefined ? DEFAULT_CHARGES.panAbovePaise : paiseFrom(settings.panAbove),
});
