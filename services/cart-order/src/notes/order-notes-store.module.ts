import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { orderNoteSchema } from './order-note.schema.ts';
import { OrderNotesRepository } from './order-notes.repository.ts';

/** The repository alone: notes go when their order is sealed. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'OrderNote', schema: orderNoteSchema }])],
  providers: [OrderNotesRepository],
  exports: [OrderNotesRepository],
})
export class OrderNotesStoreModule {}
