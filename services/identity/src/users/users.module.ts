import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditTrail, StaffNames } from '@shop/service-kit';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { FirstAdmin } from './first-admin.ts';
import { User, userSchema } from './user.schema.ts';
import { UsersController } from './users.controller.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: User.name, schema: userSchema }]), SessionsModule],
  controllers: [UsersController],
  providers: [
    UsersRepository,
    UsersService,
    FirstAdmin,
    AuditTrail,
    { provide: StaffNames, useExisting: UsersRepository },
  ],
  exports: [UsersRepository],
})
export class UsersModule {}
