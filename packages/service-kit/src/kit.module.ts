import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import type { Service } from '@shop/contracts';
import { ClockControl } from './clock/clock-control.ts';
import { Clock } from './clock/clock.ts';
import type { ServiceConfig } from './config/config.ts';
import { CONFIG } from './config/tokens.ts';
import { DatabaseModule, REQUIRED_MIGRATIONS, type RequiredMigrations } from './database/database.module.ts';
import { editsSchema } from './edits/edit.schema.ts';
import { EventsModule } from './events/events.module.ts';
import { Health } from './health/health.ts';
import { ContractBreaks } from './http/contract-breaks.ts';
import { ContractInterceptor } from './http/contract.interceptor.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { RouteTable } from './http/route-table.ts';
import { idempotencyKeySchema } from './idempotency/idempotency-key.schema.ts';
import { Idempotency } from './idempotency/idempotency.ts';
import { Measures } from './metrics/measures.ts';
import type { Migration } from './migrations/migration.ts';
import { RedisModule } from './redis/redis.module.ts';
import { Jwks } from './session/jwks.ts';
import { SessionGuard } from './session/session.guard.ts';
import { SessionStrategy } from './session/session.strategy.ts';
import { VerifiedTokens } from './session/verified-tokens.ts';

/** What every service has; it imports the service's own module. */
@Module({})
export class KitModule {
  static forService(
    module: new () => unknown,
    name: Service,
    config: ServiceConfig,
    migrations: readonly Migration[] = [],
  ): DynamicModule {
    const required: RequiredMigrations = { service: name, migrations };
    return {
      module: KitModule,
      global: true,
      imports: [
        DiscoveryModule,
        DatabaseModule,
        RedisModule,
        EventsModule.of({ consumer: name }),
        MongooseModule.forFeature([
          { name: 'IdempotencyKey', schema: idempotencyKeySchema },
          { name: 'DocumentEdits', schema: editsSchema },
        ]),
        module,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: REQUIRED_MIGRATIONS, useValue: required },
        Clock,
        ClockControl,
        ContractBreaks,
        Health,
        Idempotency,
        Measures,
        RouteTable,
        Jwks,
        VerifiedTokens,
        SessionStrategy,
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_INTERCEPTOR, useClass: ContractInterceptor },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
      exports: [CONFIG, REQUIRED_MIGRATIONS, Clock, Health, Idempotency, Measures, RouteTable],
    };
  }
}
