import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { RolePublisher } from './role-publisher.ts';
import { roleSchema } from './role.schema.ts';
import { RolesRepository } from './roles.repository.ts';
import { StaffRoles } from './staff-roles.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Role', schema: roleSchema }])],
  providers: [RolesRepository, StaffRoles, RolePublisher],
  exports: [RolesRepository, StaffRoles, RolePublisher],
})
export class RolesModule {}
