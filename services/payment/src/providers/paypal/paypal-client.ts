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
import type { Config } from '../../variables.ts';
import { isRefusal, ProviderRefused, ProviderUnavailable } from '../provider.ts';

/** The SDK knows two addresses only: this one is replaced by the configured one. */
const SDK_ADDRESS = 'https://api-m.sandbox.paypal.com';

/** The same is under way by another call: no refusal. */
const IN_PROGRESS = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS']);

/** PayPal's SDK at the configured address, with time-outs, and the one place where its errors are sorted. */
@Injectable()
export class PayPalClient {
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  readonly #logger = new Logger(PayPalClient.name);
  readonly #client: Client;
  readonly #http: AxiosInstance;
  #token: OAuthToken | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    const baseURL = config.PAYPAL_BASE_URL.replace(/\/$/, '');
    this.#client = new Client({
      environment: Environment.Sandbox,
      timeout: config.PROVIDER_TIMEOUT,
      clientCredentialsAuthCredentials: {
        oAuthClientId: config.PAYPAL_CLIENT_ID,
        oAuthClientSecret: config.PAYPAL_CLIENT_SECRET,
        // The SDK keeps a rejected promise for ever: one token that was not to be had would end PayPal until a restart.
        // Without a token this call fails as unavailable, and the next one asks again.
        oAuthTokenProvider: (last, manager) =>
          manager.updateToken(last).catch(() => undefined as unknown as OAuthToken),
      },
      unstable_httpClientOptions: {
        adapter: (request: InternalAxiosRequestConfig) =>
          axios.getAdapter('http')({ ...request, url: request.url?.replace(SDK_ADDRESS, baseURL) } as never),
      },
    });
    this.orders = new OrdersController(this.#client);
    this.payments = new PaymentsController(this.#client);
    this.#http = axios.create({ baseURL, timeout: config.PROVIDER_TIMEOUT });
  }

  /** Makes a call and sorts what went wrong. PayPal's errors hold the token: nothing of their text is logged. */
  async call<T>(name: string, call: () => Promise<{ result: T }>): Promise<T> {
    try {
      return (await call()).result;
    } catch (error) {
      throw this.#sorted(name, error);
    }
  }

  /** A call that the SDK does not have, its JSON body as it is. */
  post<T>(name: string, path: string, json: string): Promise<T> {
    return this.#bare<T>(name, { method: 'POST', url: path, data: json, transformRequest: [(body: string) => body] });
  }

  /** Another one that the SDK does not have. */
  get<T>(name: string, path: string, params: Record<string, string | number> = {}): Promise<T> {
    return this.#bare<T>(name, { method: 'GET', url: path, params });
  }

  async #bare<T>(name: string, request: AxiosRequestConfig): Promise<T> {
    try {
      this.#token = await this.#client.clientCredentialsAuthManager.updateToken(this.#token);
      const headers = { authorization: `Bearer ${this.#token.accessToken}`, 'content-type': 'application/json' };
      return (await this.#http.request<T>({ ...request, headers })).data;
    } catch (error) {
      throw this.#sorted(name, error);
    }
  }

  #sorted(name: string, error: unknown): Error {
    const { status, issue } = complaintOf(error);
    if (status === 401) this.#token = undefined;
    if (isRefusal(status) && !IN_PROGRESS.has(issue)) {
      this.#logger.warn('PayPal refused a call', { call: name, status, issue });
      return new ProviderRefused(`PayPal: ${issue}`, issue);
    }
    this.#logger.warn('PayPal gave no answer to a call', { call: name, status, issue });
    return new ProviderUnavailable(`PayPal: ${name}`);
  }
}

interface Complaint {
  name?: string;
  details?: { issue?: string }[];
}

function complaintOf(error: unknown): { status: number | undefined; issue: string } {
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
  const { name, details } = (answer ?? {}) as Complaint;
  return details?.[0]?.issue ?? name ?? 'none';
}
