import { Module } from '@nestjs/common';
import { BrandModule } from '../brand/brand.module.ts';
import { MailTransport } from './mail-transport.ts';
import { MailController } from './mail.controller.ts';

@Module({ imports: [BrandModule], controllers: [MailController], providers: [MailTransport] })
export class MailModule {}
