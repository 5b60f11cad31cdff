import type { ProviderDeployment } from '../../services/payment/src/providers/deployment.ts';
import { PROVIDER_DEPLOYMENTS } from '../../services/payment/src/providers/deployments.ts';

const deployments: [provider: string, deployment: ProviderDeployment][] = Object.entries(PROVIDER_DEPLOYMENTS);

type Variables = Record<string, string>;
const merged = (of: (deployment: ProviderDeployment) => Variables): Variables =>
  Object.assign({}, ...deployments.map(([, deployment]) => of(deployment)));

const mapped = <T>(of: Record<string, T>, value: (one: T, name: string) => string): Variables =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, value(one, name)]));

/** Where payment finds the providers: the real ones, or the sandbox as servers and browsers reach it. */
export const providerAddresses = (sandbox?: { servers: string; browsers: string }): Variables =>
  merged(({ addresses }) =>
    mapped(addresses, ({ production, sandboxPath, isForBrowsers }) =>
      sandbox ? `${isForBrowsers ? sandbox.browsers : sandbox.servers}${sandboxPath}` : production,
    ),
  );

/** Secrets that payment shares with the sandbox. */
export const demoProviderSecrets = (): Variables => merged(({ secrets }) => mapped(secrets, (make) => make()));

export const optionalProviderVariables = (): string[] => deployments.flatMap(([, { optional }]) => optional);

/** Where the sandbox sends webhooks. `gateway`: before `/api/v1`. */
export const webhookAddresses = (gateway: string): Variables =>
  merged(({ webhook }) => (webhook ? { [webhook.variable]: `${gateway}/api/v1${webhook.path}` } : {}));

/** Origins of the providers' checkout pages. */
export const checkoutOrigins = (): string[] => deployments.flatMap(([, deployment]) => deployment.checkoutOrigins);

/** Secrets as they were stored before they had the names of their variables: `{ provider: { keyId: … } }`. */
export const formerProviderSecrets = (stored: Record<string, unknown>): Variables =>
  Object.assign(
    {},
    ...deployments.map(([provider]) =>
      Object.fromEntries(
        Object.entries((stored[provider] ?? {}) as Variables).map(([key, value]) => [
          `${provider}_${key.replaceAll(/[A-Z]/g, '_$&')}`.toUpperCase(),
          value,
        ]),
      ),
    ),
  );
