import { Header } from '@nestjs/common';
import { identity } from '@shop/contracts';
import {
  ContractController,
  csvAttachment,
  Failure,
  ValidatedInput,
  Idempotency,
  type Input,
  Route,
} from '@shop/service-kit';
import { UsersExport } from './users-export.ts';
import { UsersService } from './users.service.ts';

@ContractController()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly exported: UsersExport,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(identity.me)
  async me(@ValidatedInput() { session }: Input<typeof identity.me>) {
    return { user: await this.users.ofSession(session) };
  }

  @Route(identity.updateMe)
  async update(@ValidatedInput() { session, body }: Input<typeof identity.updateMe>) {
    return { user: await this.users.updateProfile(session.userId, body) };
  }

  @Route(identity.getSizes)
  async sizes(@ValidatedInput() { session }: Input<typeof identity.getSizes>) {
    return { sizes: await this.users.sizesOf(session.userId) };
  }

  @Route(identity.saveSizes)
  async saveSizes(@ValidatedInput() { session, body }: Input<typeof identity.saveSizes>) {
    return { sizes: await this.users.saveSizes(session.userId, body) };
  }

  @Route(identity.addAddress)
  addAddress(@ValidatedInput() input: Input<typeof identity.addAddress>) {
    return this.idempotency.once(input, async (transaction) => ({
      user: await this.users.addAddress(input.session.userId, input.body, transaction),
    }));
  }

  @Route(identity.changeAddress)
  async changeAddress(@ValidatedInput() { session, params, body }: Input<typeof identity.changeAddress>) {
    return { user: await this.users.changeAddress(session.userId, params.id, body) };
  }

  @Route(identity.removeAddress)
  async removeAddress(@ValidatedInput() { session, params }: Input<typeof identity.removeAddress>) {
    return { user: await this.users.removeAddress(session.userId, params.id) };
  }

  @Route(identity.getContact)
  async contact(@ValidatedInput() { params }: Input<typeof identity.getContact>) {
    return { contact: await this.users.contactOf(params.userId) };
  }

  @Route(identity.findUsersByEmail)
  async byEmail(@ValidatedInput() { body }: Input<typeof identity.findUsersByEmail>) {
    return { accounts: await this.users.byEmail(body) };
  }

  @Route(identity.listUsers)
  list(@ValidatedInput() { query }: Input<typeof identity.listUsers>) {
    return this.users.list(query);
  }

  @Header('cache-control', 'private, no-store')
  @Route(identity.exportUsers)
  async export(@ValidatedInput() { session, query }: Input<typeof identity.exportUsers>) {
    return csvAttachment('users.csv', await this.exported.file(session, query));
  }

  @Route(identity.getUser)
  async get(@ValidatedInput() { params }: Input<typeof identity.getUser>) {
    const user = await this.users.find(params.id);
    if (!user) throw new Failure('user.not-found');
    return { user };
  }

  @Route(identity.changeUser)
  async change(@ValidatedInput() { session, params, body }: Input<typeof identity.changeUser>) {
    return { user: await this.users.changeAsAdmin(session, params.id, body) };
  }

  @Route(identity.removeUser)
  async remove(@ValidatedInput() { session, params }: Input<typeof identity.removeUser>) {
    await this.users.remove(session, params.id);
    return { id: params.id };
  }
}
