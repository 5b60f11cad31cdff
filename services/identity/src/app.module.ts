import { Module } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { OperationsModule } from '@shop/service-kit';
import { AuditModule } from './audit/audit.module.ts';
import { AuthModule } from './auth/auth.module.ts';
import { NoticesModule } from './notices/notices.module.ts';
import { OwnDataModule } from './own-data/own-data.module.ts';
import { StaffModule } from './staff/staff.module.ts';
import { UsersModule } from './users/users.module.ts';
import { ViewsModule } from './views/views.module.ts';

@Module({
  imports: [
    AuthModule,
    UsersModule,
    AuditModule,
    OwnDataModule,
    ViewsModule,
    StaffModule,
    NoticesModule,
    OperationsModule.of(identity, UsersModule),
  ],
})
export class AppModule {}
