import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '../audit/audit.module.ts';
import { PeopleModule } from '../people/people.module.ts';
import { ImportRunner } from './import-runner.ts';
import { importPartSchema, importRowSchema, importSchema } from './import.schema.ts';
import { Imports } from './imports.service.ts';
import { ImportsRepository } from './imports.repository.ts';
import { TidyImports } from './tidy-imports.ts';

/** Imports of tables by staff. The service gives `ImportRunner.start` what it imports, and serves the calls. */
@Module({
  imports: [
    AuditModule,
    PeopleModule,
    MongooseModule.forFeature([
      { name: 'TableImport', schema: importSchema },
      { name: 'TableImportRow', schema: importRowSchema },
      { name: 'TableImportPart', schema: importPartSchema },
    ]),
  ],
  providers: [Imports, ImportsRepository, ImportRunner, TidyImports],
  exports: [Imports, ImportRunner],
})
export class ImportsModule {}
