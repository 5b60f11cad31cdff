import { Injectable } from '@nestjs/common';
import { staffRoleOf } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import type { UserDocument } from '../users/user.schema.ts';
import { UsersService } from '../users/users.service.ts';
import { Slices } from './slices.ts';

/** The deletion of an account by its owner. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly users: UsersService,
    private readonly slices: Slices,
  ) {}

  /** Once nothing of it is under way. @throws Failure `user.is-staff`, `user.unfinished` */
  async delete(user: UserDocument): Promise<void> {
    if (staffRoleOf(user) !== undefined) throw new Failure('user.is-staff');
    const unfinished = await this.slices.unfinishedOf(user.id);
    if (unfinished.length > 0) throw new Failure('user.unfinished', { details: { unfinished } });
    await this.users.removeOwn(user);
  }
}
