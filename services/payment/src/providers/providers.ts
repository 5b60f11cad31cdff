import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { z } from 'zod';
import type { LiveProviderName, Provider, ProviderName } from './provider.ts';
import { RetiredProvider } from './retired-provider.ts';

/** What the folder of a provider consists of. */
export interface ProviderFolder {
  /** With its controllers, and `provider` among its providers. */
  module: Type;
  provider: Type<Provider>;
  /** Environment variables that only this provider reads. */
  variables: z.ZodRawShape;
}

/** The providers by name. They are looked up when needed: their modules import those that ask for them. */
export class Providers {
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly folders: Record<LiveProviderName, Pick<ProviderFolder, 'provider'>>,
  ) {}

  of(name: ProviderName): Provider {
    return this.#isLive(name)
      ? this.moduleRef.get(this.folders[name].provider, { strict: false })
      : new RetiredProvider(name);
  }

  all(): Provider[] {
    return (Object.keys(this.folders) as LiveProviderName[]).map((name) => this.of(name));
  }

  isRetired(name: ProviderName): boolean {
    return !this.#isLive(name);
  }

  #isLive(name: ProviderName): name is LiveProviderName {
    return Object.hasOwn(this.folders, name);
  }
}

@Module({})
export class ProvidersModule {
  static of(folders: Record<LiveProviderName, ProviderFolder>): DynamicModule {
    return {
      module: ProvidersModule,
      global: true,
      imports: Object.values(folders).map(({ module }) => module),
      providers: [
        {
          provide: Providers,
          inject: [ModuleRef],
          useFactory: (moduleRef: ModuleRef) => new Providers(moduleRef, folders),
        },
      ],
      exports: [Providers],
    };
  }
}
