/** What running a provider takes, as plain data: `infra/` reads it, payment's own code does not. */
export interface ProviderDeployment {
  /** Variables of payment that hold an address: the provider's own, and the path on the sandbox that replaces it. */
  addresses: Record<string, { production: string; sandboxPath: string; isForBrowsers?: true }>;
  /** Variables that payment and the sandbox share, which an operator gets from the provider; each makes one for a demo. */
  secrets: Record<string, () => string>;
  /** Variables that may stay empty. */
  optional: string[];
  /** Where the sandbox sends webhooks: its variable, and the path after `/api/v1`. */
  webhook?: { variable: string; path: string };
  /** Origins that the browser talks to while paying, for the Content-Security-Policy. */
  checkoutOrigins: string[];
}
