import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Role } from './role.schema.ts';

/** The shop's own roles: some ten. */
@Injectable()
export class RolesRepository {
  constructor(@InjectModel('Role') private readonly roles: Model<Role>) {}

  all(): Promise<Role[]> {
    return this.roles.find().lean<Role[]>();
  }

  byId(id: string, session?: ClientSession): Promise<Role | null> {
    return this.roles
      .findById(id)
      .session(session ?? null)
      .lean<Role>();
  }

  count(session: ClientSession): Promise<number> {
    return this.roles.countDocuments().session(session);
  }

  async create(role: Role, session?: ClientSession): Promise<void> {
    await this.roles.create([role], { session: session ?? null });
  }

  /** `null` when it was removed. */
  change(id: string, fields: Omit<Role, '_id' | 'version'>, session: ClientSession): Promise<Role | null> {
    return this.roles
      .findOneAndUpdate({ _id: id }, { $set: fields, $inc: { version: 1 } }, { session, returnDocument: 'after' })
      .lean<Role>();
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.roles.deleteOne({ _id: id }, { session });
  }

  /** Writes to the role, so that giving it to somebody and removing it conflict. */
  async lock(id: string, session: ClientSession): Promise<void> {
    await this.roles.updateOne({ _id: id }, { $inc: { given: 1 } } as object, { session, strict: false });
  }
}

export const isNameTaken = (error: unknown): boolean =>
  isDuplicateKey(error) && 'nameKey' in (error as never)['keyPattern'];
