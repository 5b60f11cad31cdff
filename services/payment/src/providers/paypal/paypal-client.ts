import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  ApiError,
  Client,
  Environment,
  type OAuthToken,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';
import { CONFIG } from '@shop/service-kit';
import axios, { type AxiosInstance, type AxiosRequestConfig, type InternalAxiosRequestConfig } from 'axios';
import type { PayPalConfig } from './variables.ts';
import { isRefusal, ProviderRefused, ProviderUnavailable } from '../provider.ts';

/** The SDK supports two fixed base URLs only; this one is replaced by the configured one. */
const SDK_BASE_URL = 'https://api-m.sandbox.paypal.com';

/** A concurrent call does the same: not a refusal. */
const IN_PROGRESS = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS']);

/** PayPal's SDK with the configured base URL and timeouts. Classifies all errors of PayPal. */
@Injectable()
export class PayPalClient {
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  readonly #logger = new Logger(PayPalClient.name);
  readonly #client: Client;
  readonly #http: AxiosInstance;
  #token: OAuthToken | undefined;

  constructor(@Inject(CONFIG) config: PayPalConfig) {
    const baseURL = config.PAYPAL_BASE_URL.replace(/\/$/, '');
    this.#client = new Client({
      environment: Environment.Sandbox,
      timeout: config.PROVIDER_TIMEOUT,
      clientCredentialsAuthCredentials: {
        oAuthClientId: config.PAYPAL_CLIENT_ID,
        oAuthClientSecret: config.PAYPAL_CLIENT_SECRET,
        // The SDK caches a rejected promise for good: one failed token request would break PayPal until a restart.
        // Without a token this call fails as unavailable, and the next call requests a token again.
        oAuthTokenProvider: (last, manager) =>
          manager.updateToken(last).catch(() => undefined as unknown as OAuthToken),
      },
      unstable_httpClientOptions: {
        adapter: (request: InternalAxiosRequestConfig) =>
          axios.getAdapter('http')({ ...request, url: request.url?.replace(SDK_BASE_URL, baseURL) } as never),
      },
    });
    this.orders = new OrdersController(this.#client);
    this.payments = new PaymentsController(this.#client);
    this.#http = axios.create({ baseURL, timeout: config.PROVIDER_TIMEOUT });
  }

  /** Makes a call and classifies its errors. PayPal's errors contain the token: their text is never logged. */
  async call<T>(name: string, call: () => Promise<{ result: T }>): Promise<T> {
    try {
      return (await call()).result;
    } catch (error) {
      throw this.#classify(name, error);
    }
  }

  /** For endpoints that the SDK lacks. `json` is sent byte for byte. */
  post<T>(name: string, path: string, json: string): Promise<T> {
    return this.#request<T>(name, {
      method: 'POST',
      url: path,
      data: json,
      transformRequest: [(body: string) => body],
    });
  }

  /** For endpoints that the SDK lacks. */
  get<T>(name: string, path: string, params: Record<string, string | number> = {}): Promise<T> {
    return this.#request<T>(name, { method: 'GET', url: path, params });
  }

  async #request<T>(name: string, request: AxiosRequestConfig): Promise<T> {
    try {
      this.#token = await this.#client.clientCredentialsAuthManager.updateToken(this.#token);
      const headers = { authorization: `Bearer ${this.#token.accessToken}`, 'content-type': 'application/json' };
      return (await this.#http.request<T>({ ...request, headers })).data;
    } catch (error) {
      throw this.#classify(name, error);
    }
  }

  #classify(name: string, error: unknown): Error {
    const { status, issue } = errorDetails(error);
    if (status === 401) this.#token = undefined;
    if (isRefusal(status) && !IN_PROGRESS.has(issue)) {
      this.#logger.warn('PayPal refused a call', { call: name, status, issue });
      return new ProviderRefused(`PayPal: ${issue}`, issue);
    }
    this.#logger.warn('A call to PayPal has an unknown outcome', { call: name, status, issue });
    return new ProviderUnavailable(`PayPal: ${name}`);
  }
}

interface ErrorBody {
  name?: string;
  details?: { issue?: string }[];
}

function errorDetails(error: unknown): { status: number | undefined; issue: string } {
  if (error instanceof ApiError) return { status: error.statusCode, issue: issueIn(error.result ?? error.body) };
  if (axios.isAxiosError(error)) return { status: error.response?.status, issue: issueIn(error.response?.data) };
  return { status: undefined, issue: 'none' };
}

function issueIn(answer: unknown): string {
  if (typeof answer === 'string') {
    try {
      return issueIn(JSON.parse(answer));
    } catch {
      return 'unreadable';
    }
  }
  const { name, details } = (answer ?? {}) as ErrorBody;
  return details?.[0]?.issue ?? name ?? 'none';
}
