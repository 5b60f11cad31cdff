import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { attemptSchema } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { Books } from './books.ts';

/** Storage of attempts, shared with refunds and disputes. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'Attempt', schema: attemptSchema }])],
  providers: [AttemptsRepository, Books],
  exports: [AttemptsRepository],
})
export class AttemptStoreModule {}
