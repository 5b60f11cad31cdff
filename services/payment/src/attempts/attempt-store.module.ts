import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { attemptSchema } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';

/** The attempts themselves, which refunds read as well: how much there is to pay back. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'Attempt', schema: attemptSchema }])],
  providers: [AttemptsRepository],
  exports: [AttemptsRepository],
})
export class AttemptStoreModule {}
