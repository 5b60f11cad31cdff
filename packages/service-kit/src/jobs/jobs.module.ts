import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { jobRowSchema } from './job-row.schema.ts';
import { Jobs } from './jobs.ts';
import { JobsEndpoint } from './jobs-endpoint.ts';

/** Needs `CONFIG`, `Clock` and the connection. */
@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: 'JobRow', schema: jobRowSchema }])],
  providers: [Jobs, JobsEndpoint],
  exports: [Jobs],
})
export class JobsModule {}
