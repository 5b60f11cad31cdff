import { identity } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { clientInfoOf } from '../auth/cookies.ts';
import { InvitationsService } from './invitations.service.ts';
import { RolesService } from './roles.service.ts';
import { StaffService } from './staff.service.ts';

@ContractController()
export class StaffController {
  constructor(
    private readonly staff: StaffService,
    private readonly roles: RolesService,
    private readonly invitations: InvitationsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(identity.listStaff)
  async people() {
    return { people: await this.staff.list() };
  }

  @Route(identity.changeStaffRole)
  async changeRole(@ValidatedInput() { session, params, body }: Input<typeof identity.changeStaffRole>) {
    return { person: await this.staff.giveRole(session, params.id, body.role) };
  }

  @Route(identity.listInvitations)
  async invited() {
    return { invitations: await this.invitations.list() };
  }

  @Route(identity.inviteStaff)
  invite(@ValidatedInput() input: Input<typeof identity.inviteStaff>) {
    return this.idempotency.resumable(input, async (claim) => ({
      invitation: await this.invitations.invite(input.session, input.body, claim),
    }));
  }

  @Route(identity.withdrawInvitation)
  async withdraw(@ValidatedInput() { session, params }: Input<typeof identity.withdrawInvitation>) {
    await this.invitations.withdraw(session, params.id);
    return { id: params.id };
  }

  @Route(identity.getInvitation)
  async invitation(@ValidatedInput() { params }: Input<typeof identity.getInvitation>) {
    return { invitation: await this.invitations.find(params.token) };
  }

  @Route(identity.acceptInvitation)
  async accept(@ValidatedInput() { params, body, request }: Input<typeof identity.acceptInvitation>) {
    return { email: await this.invitations.accept(params.token, body, clientInfoOf(request)) };
  }

  @Route(identity.listRoles)
  async list() {
    return { roles: await this.roles.list() };
  }

  @Route(identity.createRole)
  async create(@ValidatedInput() input: Input<typeof identity.createRole>) {
    const answer = await this.idempotency.once(input, async (transaction) => ({
      role: await this.roles.create(input.session, input.body, transaction),
    }));
    await this.roles.publish(answer.role.id);
    return answer;
  }

  @Route(identity.updateRole)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof identity.updateRole>) {
    return { role: await this.roles.change(session, params.id, body, version) };
  }

  @Route(identity.removeRole)
  async remove(@ValidatedInput() { session, params }: Input<typeof identity.removeRole>) {
    await this.roles.remove(session, params.id);
    return { id: params.id };
  }
}
