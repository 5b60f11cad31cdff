import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { People } from './people.ts';
import { personSchema } from './person.schema.ts';
import { RememberNameWhenUserChanged } from './remember-name-when-user-changed.ts';

/** For a service that shows names of accounts. The contracts must list it as a consumer of identity's `user.*` events. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'Person', schema: personSchema }])],
  controllers: [RememberNameWhenUserChanged],
  providers: [People],
  exports: [People],
})
export class PeopleModule {}
