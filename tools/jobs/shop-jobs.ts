/** A job of a service, as `/internal/jobs` of the kit returns it. */
export interface JobOverview {
  job: string;
  /** Due and unclaimed. */
  waiting: number;
  running: number;
  /** Due later. */
  scheduled: number;
  /** Whose last run failed. */
  failing: number;
  /** When the oldest waiting item became due. */
  oldestDueAt: string | null;
}

export interface FailedItem {
  id: string;
  failures: number;
  lastError: string;
  /** Next try. */
  nextAt?: string;
}

export interface ServiceJobs {
  service: string;
  /** Undefined if the service did not answer. */
  jobs: JobOverview[] | undefined;
}

export interface JobFailures {
  job: string;
  failed: FailedItem[];
}

export interface ServiceAddress {
  name: string;
  url: string;
}

const TIMEOUT_MS = 10_000;

/** The jobs of a shop, asked from its services with the service token. */
export class ShopJobs {
  readonly #services: readonly ServiceAddress[];
  readonly #token: string;

  constructor(services: readonly ServiceAddress[], serviceToken: string) {
    this.#services = services;
    this.#token = serviceToken;
  }

  /** Of every service. */
  overview(): Promise<ServiceJobs[]> {
    return Promise.all(
      this.#services.map(async ({ name, url }) => {
        const answer = await this.#call<{ jobs: JobOverview[] }>(`${url}/internal/jobs`).catch(() => undefined);
        return { service: name, jobs: answer?.jobs };
      }),
    );
  }

  /** The failed items of a service, by job; jobs without any are left out. */
  async failures(service: string): Promise<JobFailures[]> {
    const { url } = this.#service(service);
    const { jobs } = await this.#call<{ jobs: JobOverview[] }>(`${url}/internal/jobs`);
    const failing = jobs.filter((job) => job.failing > 0);
    return Promise.all(
      failing.map(async ({ job }) => ({
        job,
        ...(await this.#call<{ failed: FailedItem[] }>(`${url}/internal/jobs/${encodeURIComponent(job)}/failed`)),
      })),
    );
  }

  /** Makes the failed items of a job due now, or the one with `id`. Returns how many. */
  async retry(service: string, job: string, id?: string): Promise<number> {
    const { url } = this.#service(service);
    const path = `${url}/internal/jobs/${encodeURIComponent(job)}/retry`;
    return (await this.#call<{ retried: number }>(path, id === undefined ? {} : { id })).retried;
  }

  #service(name: string): ServiceAddress {
    const found = this.#services.find((service) => service.name === name);
    if (found) return found;
    const names = this.#services.map((service) => service.name).join(', ');
    throw new Error(`There is no service "${name}". There are: ${names}`);
  }

  async #call<T>(url: string, body?: object): Promise<T> {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-service-token': this.#token, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) throw new Error('There is no such job; see `npm run jobs`');
    if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
    return (await response.json()) as T;
  }
}
