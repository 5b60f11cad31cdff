import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { RecipientsService } from '../recipients/recipients.service.ts';
import { MailsService } from './mails.service.ts';

const HANDLER = work('remember-recipient-when-user-changed');

@Controller()
export class RememberRecipientWhenUserChanged {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly mails: MailsService,
  ) {}

  @OnEvent([identity.userCreated, identity.userUpdated], HANDLER)
  async changed(event: EventOf<typeof identity.userUpdated>, { session }: EventContext): Promise<void> {
    const { data, version, occurredAt } = event;
    const { userId, name, email, role } = data;
    const notStaffAt = role === 'user' ? { notStaffAt: new Date(occurredAt) } : {};
    await this.recipients.save({ _id: userId, name, email, version, ...notStaffAt }, session);
    await this.mails.recipientKnown(userId, session);
  }

  @OnEvent(identity.userDeleted, HANDLER)
  async deleted(event: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    const { userId, joins } = event.data;
    const known = await this.recipients.known(userId, session);
    await this.recipients.save({ _id: userId, version: event.version }, session);
    await this.mails.forgetTexts(userId, session);
    // A guest's address is that of an account, whose owner deleted nothing.
    if (known?.email === undefined || joins !== undefined) return;
    await this.mails.farewell(event, { name: known.name ?? '', email: known.email }, session);
  }
}
