import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { BrandModule } from '../brand/brand.module.ts';
import { RecipientsModule } from '../recipients/recipients.module.ts';
import { StaffModule } from '../staff/staff.module.ts';
import { KeptController } from './kept.controller.ts';
import { MailAlertsWhenRaised } from './mail-alerts-when-raised.ts';
import { MailConfirmationWhenOrderCreated } from './mail-confirmation-when-order-created.ts';
import { MailEndWhenPaymentLapsed } from './mail-end-when-payment-lapsed.ts';
import { MailInstructionsWhenPaymentAwaited } from './mail-instructions-when-payment-awaited.ts';
import { MailLinkWhenOrderLinkRequested } from './mail-link-when-order-link-requested.ts';
import { MailNoticeWhenAccountSecured } from './mail-notice-when-account-secured.ts';
import { MailProgressWhenOrderMovedOn } from './mail-progress-when-order-moved-on.ts';
import { MailReceiptWhenOrderWithdrawn } from './mail-receipt-when-order-withdrawn.ts';
import { MailRefundWhenMoneyGoesBack } from './mail-refund-when-money-goes-back.ts';
import { MailSender } from './mail-sender.ts';
import { MailStaffWhenNoticed } from './mail-staff-when-noticed.ts';
import { MailTransport } from './mail-transport.ts';
import { MailPreviews } from './mail-previews.ts';
import { MailController } from './mail.controller.ts';
import { mailSchema } from './mail.schema.ts';
import { MailsController } from './mails.controller.ts';
import { MailsRepository } from './mails.repository.ts';
import { MailsService } from './mails.service.ts';
import { OrderLinks } from './order-links.ts';
import { RememberRecipientWhenUserChanged } from './remember-recipient-when-user-changed.ts';

@Module({
  imports: [
    BrandModule,
    RecipientsModule,
    StaffModule,
    MongooseModule.forFeature([{ name: 'Mail', schema: mailSchema }]),
  ],
  controllers: [
    MailController,
    MailsController,
    KeptController,
    RememberRecipientWhenUserChanged,
    MailAlertsWhenRaised,
    MailConfirmationWhenOrderCreated,
    MailEndWhenPaymentLapsed,
    MailInstructionsWhenPaymentAwaited,
    MailLinkWhenOrderLinkRequested,
    MailProgressWhenOrderMovedOn,
    MailNoticeWhenAccountSecured,
    MailReceiptWhenOrderWithdrawn,
    MailRefundWhenMoneyGoesBack,
    MailStaffWhenNoticed,
  ],
  providers: [MailTransport, MailsRepository, MailsService, MailSender, MailPreviews, OrderLinks],
})
export class MailModule {}
