import { Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { Client, Clock, CONFIG, Redis } from '@shop/service-kit';
import type { Connection } from 'mongoose';
import type { Config } from '../variables.ts';
import { Keys, type StoredKey } from '../keys/keys.ts';
import { KeysController } from '../keys/keys.controller.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AccountController } from './account.controller.ts';
import { AccountService } from './account.service.ts';
import { AuthController } from './auth.controller.ts';
import { AuthService } from './auth.service.ts';
import { AuthenticatorController } from './authenticator.controller.ts';
import { Authenticators } from './authenticators.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { Challenges } from './challenges.ts';
import { Codes } from './codes.ts';
import { Credentials } from './credentials.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { ContentMailer, Mailer } from './mailer.ts';
import { NewPasswords } from './new-passwords.ts';
import { SignInLimits } from './sign-in-limits.ts';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [AuthController, AccountController, AuthenticatorController, KeysController],
  providers: [
    AuthService,
    AccountService,
    Authenticators,
    BrowserSessions,
    Codes,
    Credentials,
    NewPasswords,
    SignInLimits,
    KnownBrowsers,
    {
      provide: Challenges,
      inject: [Redis, Clock, CONFIG],
      useFactory: (redis: Redis, clock: Clock, config: Config) =>
        new Challenges(redis.client, clock, {
          lifetimeMs: config.CODE_LIFETIME,
          resendAfterMs: config.CODE_RESEND_AFTER,
          tries: config.CODE_TRIES,
          secret: config.IDENTITY_SECRET,
          keyPrefix: redis.key(''),
        }),
    },
    {
      provide: Keys,
      inject: [getConnectionToken(), Clock, CONFIG],
      useFactory: (connection: Connection, clock: Clock, config: Config) =>
        new Keys(connection.collection<StoredKey>('signing-keys'), clock, {
          signForMs: config.SIGNING_KEY_LIFETIME,
          verifyForMs: 2 * config.ACCESS_TOKEN_LIFETIME,
          publishAheadMs: 2 * config.ACCESS_TOKEN_LIFETIME,
          secret: config.IDENTITY_SECRET,
          accessTokenMs: config.ACCESS_TOKEN_LIFETIME,
        }),
    },
    {
      provide: Mailer,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new ContentMailer(new Client({ baseUrl: config.CONTENT_URL, serviceToken: config.SERVICE_TOKEN[0] })),
    },
  ],
  exports: [AccountService, Mailer, SignInLimits],
})
export class AuthModule {}
