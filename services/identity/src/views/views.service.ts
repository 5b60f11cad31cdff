import { Injectable } from '@nestjs/common';
import { type BodyOf, identity, staffRoleOf } from '@shop/contracts';
import { AuditTrail, Edits, Failure, type Session, Transactions, withVersion } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { UsersRepository } from '../users/users.repository.ts';
import type { View } from './view.schema.ts';
import { ViewsRepository } from './views.repository.ts';

/** Views of the staff area's lists: own ones and those that are shared. */
@Injectable()
export class ViewsService {
  constructor(
    private readonly views: ViewsRepository,
    private readonly users: UsersRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async list(userId: string, list: string): Promise<identity.View[]> {
    return this.#shown(userId, await this.views.seenBy(userId, list));
  }

  /** @throws Failure `view.too-many` */
  async create(
    actor: Session,
    fields: BodyOf<typeof identity.createView>,
    session: ClientSession,
  ): Promise<identity.View> {
    const { userId } = actor;
    if ((await this.views.countOf(userId, fields.list, session)) >= identity.MAX_VIEWS) {
      throw new Failure('view.too-many');
    }
    const view = { ...fields, _id: new Types.ObjectId().toHexString(), makerId: userId, defaultOf: [] };
    const created = await this.views.create(view, session);
    await this.#recordShared(actor, null, created, session);
    return this.#one(userId, created);
  }

  /** @throws Failure `view.not-found`, `view.not-yours`, `document.changed` */
  async change(
    actor: Session,
    id: string,
    fields: BodyOf<typeof identity.changeView>,
    version?: string,
  ): Promise<identity.View> {
    return this.transactions.run(async (session) => {
      const before = await this.#changeable(actor.userId, id, session);
      const edit = { actor, subject: 'view', id, version };
      const read = await this.#one(actor.userId, before);
      await this.edits.require(session, edit, read);
      const isTakenBack = before.shared && fields.shared === false;
      const after = await this.views.change(
        id,
        {
          ...fields,
          // Who takes back a view of somebody who left keeps it.
          ...(isTakenBack && {
            makerId: actor.userId,
            defaultOf: before.defaultOf.filter((userId) => userId === actor.userId),
          }),
        },
        session,
      );
      await this.#recordShared(actor, before, after, session);
      const shown = await this.#one(actor.userId, after);
      await this.edits.keep(session, edit, read, shown);
      return shown;
    });
  }

  /** @throws Failure `view.not-found`, `view.not-yours` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#changeable(actor.userId, id, session);
      await this.views.remove(id, session);
      await this.#recordShared(actor, before, null, session);
    });
  }

  /** @throws Failure `view.not-found` */
  async chooseDefault(
    userId: string,
    { list, viewId }: BodyOf<typeof identity.chooseDefaultView>,
  ): Promise<identity.View[]> {
    const seen = await this.transactions.run(async (session) => {
      if (viewId) {
        const view = await this.views.oneSeenBy(userId, viewId, session);
        if (view?.list !== list) throw new Failure('view.not-found');
      }
      await this.views.makeDefault(userId, list, viewId, session);
      return this.views.seenBy(userId, list, session);
    });
    return this.#shown(userId, seen);
  }

  async #changeable(userId: string, id: string, session: ClientSession): Promise<View> {
    const view = await this.views.oneSeenBy(userId, id, session);
    if (!view) throw new Failure('view.not-found');
    if (!(await this.#one(userId, view)).changeable) throw new Failure('view.not-yours');
    return view;
  }

  async #one(userId: string, view: View): Promise<identity.View> {
    return (await this.#shown(userId, [view]))[0]!;
  }

  async #shown(userId: string, views: readonly View[]): Promise<identity.View[]> {
    const makers = await this.users.namesOf([...new Set(views.map(({ makerId }) => makerId))]);
    return views.map(({ _id, list, name, query, shared, makerId, defaultOf }) => {
      const maker = makers.get(makerId);
      const mine = makerId === userId;
      return {
        ...withVersion({ _id, list, name, query, shared }),
        mine,
        changeable: mine || !maker || staffRoleOf(maker) === undefined,
        isDefault: defaultOf.includes(userId),
        ...(maker && { maker: maker.name }),
      };
    });
  }

  /** What others see is recorded; own views are a preference. */
  async #recordShared(actor: Session, before: View | null, after: View | null, session: ClientSession): Promise<void> {
    if (!before?.shared && !after?.shared) return;
    const action = before ? (after ? 'view.changed' : 'view.removed') : 'view.created';
    const subjectId = (after ?? before)!._id;
    await this.audit.record(session, actor, {
      action,
      subject: 'view',
      subjectId,
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

const auditedOf = ({ list, name, query, shared }: View) => ({ list, name, query, shared });
