import { startTestService, type TestService } from '@shop/service-kit/testing';
import { storageFolder } from '@shop/test-kit';
import { AppModule } from '../src/app.module.ts';
import { variables } from '../src/variables.ts';

const UNUSED = 'http://127.0.0.1:9';

/** Starts content on real infrastructure; mail server and outside services are unreachable unless given. */
export const startContent = (environment: Record<string, string> = {}): Promise<TestService> =>
  startTestService({
    name: 'content',
    module: AppModule,
    variables,
    environment: {
      SHOP_URL: UNUSED,
      CATALOG_URL: UNUSED,
      SHELL_URL: UNUSED,
      ORDER_LINK_KEY: 'the-key-of-links-to-orders',
      SMTP_URL: 'smtp://127.0.0.1:9',
      COUNTRIES_URL: UNUSED,
      RATES_URL: UNUSED,
      STORAGE_URL: storageFolder(),
      // A slow machine is no mail server that hangs, which would be sent the mail again.
      MAIL_TIMEOUT: '100s',
      REFERENCE_DATA_TIMEOUT: '100s',
      // Nor is it one that makes many pictures.
      RENDITION_PATIENCE: '100s',
      ...environment,
    },
  });
