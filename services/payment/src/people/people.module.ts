import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PeopleService } from './people.service.ts';
import { personSchema } from './person.schema.ts';
import { RememberNameWhenUserChanged } from './remember-name-when-user-changed.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Person', schema: personSchema }])],
  controllers: [RememberNameWhenUserChanged],
  providers: [PeopleService],
  exports: [PeopleService],
})
export class PeopleModule {}
