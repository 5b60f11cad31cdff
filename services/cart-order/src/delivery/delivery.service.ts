import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Address,
  type AnswerOf,
  type BodyOf,
  type cartOrder,
  isIndia,
  type QueryOf,
  shopDayOf,
} from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  Edits,
  Failure,
  type Session,
  Transactions,
  versionOf,
  withVersion,
} from '@shop/service-kit';
import { ChargesService } from '../charges/charges.service.ts';
import { csvOfTable, problemsFor, readTable, requireNoProblems } from '../table-csv.rules.ts';
import type { DeliveryArea } from './delivery-area.schema.ts';
import { DeliveryAreasRepository } from './delivery-areas.repository.ts';
import { AREAS_TABLE } from './delivery-table.rules.ts';
import { deliveryDates, mostPrecise } from './delivery.rules.ts';

type Imported = AnswerOf<typeof cartOrder.importDeliveryAreas>;

/** Delivery dates in India, by the table of PIN codes that staff keep. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly areas: DeliveryAreasRepository,
    private readonly charges: ChargesService,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  /** @throws Failure `delivery.not-served` */
  async get(pincode: string, isMadeToOrder: boolean): Promise<AnswerOf<typeof cartOrder.getDelivery>['delivery']> {
    const [areas, { dispatch }] = await Promise.all([this.areas.of(pincode), this.charges.current()]);
    const area = mostPrecise(areas);
    if (!area) throw new Failure('delivery.not-served', { errors: { pincode: 'We do not know this pincode' } });
    return {
      pincode,
      city: area.city || null,
      state: area.state,
      ...deliveryDates(shopDayOf(this.clock.now()), area, dispatch, isMadeToOrder),
    };
  }

  /** When pieces ordered now arrive there; `undefined` where the table has no days. */
  async expected(
    { country, pincode }: Pick<Address, 'country' | 'pincode'>,
    isMadeToOrder: boolean,
  ): Promise<cartOrder.ExpectedDelivery | undefined> {
    if (!isIndia(country)) return undefined;
    const [areas, { dispatch }] = await Promise.all([this.areas.of(pincode), this.charges.current()]);
    const area = mostPrecise(areas);
    return area && deliveryDates(shopDayOf(this.clock.now()), area, dispatch, isMadeToOrder);
  }

  async list(
    query: QueryOf<typeof cartOrder.listDeliveryAreas>,
  ): Promise<AnswerOf<typeof cartOrder.listDeliveryAreas>> {
    const { areas, totalCount } = await this.areas.list(query);
    return { areas: areas.map((area) => withVersion(viewOf(area))), totalCount };
  }

  /** @throws Failure `document.changed` */
  save(staff: Session, given: cartOrder.DeliveryArea, version?: string): Promise<cartOrder.DeliveryArea> {
    return this.transactions.run(async (session) => {
      const before = await this.areas.byId(given.pincode, session);
      const edit = { actor: staff, subject: 'delivery-area', id: given.pincode, version };
      const [read, after] = [before && withVersion(viewOf(before)), withVersion(viewOf(storedOf(given)))];
      await this.edits.require(session, edit, read);
      await this.areas.save([storedOf(given)], session);
      await this.edits.keep(session, edit, read, after);
      await this.audit.record(session, staff, {
        action: before ? 'delivery-area.changed' : 'delivery-area.created',
        subject: 'delivery-area',
        subjectId: given.pincode,
        before: before && { ...viewOf(before) },
        after: { ...given },
      });
      return after;
    });
  }

  /** @throws Failure `delivery.area-not-found` */
  remove(staff: Session, pincode: string): Promise<void> {
    return this.transactions.run(async (session) => {
      const before = await this.areas.byId(pincode, session);
      if (!before) throw new Failure('delivery.area-not-found');
      await this.areas.remove([pincode], session);
      await this.audit.record(session, staff, {
        action: 'delivery-area.removed',
        subject: 'delivery-area',
        subjectId: pincode,
        before: { ...viewOf(before) },
        after: null,
      });
    });
  }

  /** @throws Failure `table.changed`; `request.invalid` if a row makes no sense: nothing is changed then */
  import(
    staff: Session,
    { csv, removeOthers, dryRun, checked }: BodyOf<typeof cartOrder.importDeliveryAreas>,
  ): Promise<Imported> {
    const { rows, problems } = readTable(csv, AREAS_TABLE);
    if (!dryRun) requireNoProblems(problems);
    const given = rows.map(storedOf);
    return this.transactions.run(async (session) => {
      const all = await this.areas.all(session);
      const version = tableVersion(all);
      if (checked !== undefined && checked !== version) throw new Failure('table.changed');
      const before = new Map(all.map((area) => [area._id, area]));
      const changed = given.filter((area) => !isDeepStrictEqual(before.get(area._id), area));
      const kept = new Set(given.map(({ _id }) => _id));
      const removed = removeOthers ? [...before.keys()].filter((id) => !kept.has(id)) : [];
      const added = changed.filter(({ _id }) => !before.has(_id)).length;
      const counts = {
        added,
        changed: changed.length - added,
        removed: removed.length,
        unchanged: given.length - changed.length,
      };
      const answer = { counts, ...problemsFor(problems) };
      if (dryRun || changed.length + removed.length === 0) return { ...answer, version };
      if (changed.length > 0) await this.areas.save(changed, session);
      await this.edits.keepAll(
        session,
        { actor: staff, subject: 'delivery-area' },
        changed.map((area) => {
          const read = before.get(area._id);
          return { id: area._id, before: read ? withVersion(viewOf(read)) : null, after: withVersion(viewOf(area)) };
        }),
      );
      if (removed.length > 0) await this.areas.remove(removed, session);
      await this.audit.record(session, staff, {
        action: 'delivery-area.imported',
        subject: 'delivery-area',
        subjectId: 'import',
        before: null,
        after: counts,
      });
      return { ...answer, version: tableVersion(await this.areas.all(session)) };
    });
  }

  async export(): Promise<string> {
    return csvOfTable((await this.areas.all()).map(viewOf), AREAS_TABLE);
  }
}

const tableVersion = (areas: readonly DeliveryArea[]): string => versionOf({ areas });

const viewOf = ({ _id, city, state, fromDays, toDays }: DeliveryArea): cartOrder.DeliveryArea => ({
  pincode: _id,
  city,
  state,
  fromDays,
  toDays,
});

const storedOf = ({ pincode, city, state, fromDays, toDays }: cartOrder.DeliveryArea): DeliveryArea => ({
  _id: pincode,
  city,
  state,
  fromDays,
  toDays,
});
