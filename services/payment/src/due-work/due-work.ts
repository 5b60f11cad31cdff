import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** One kind of work that falls due. */
export interface DueSource<T> {
  what: string;
  /** Takes one that is due, so that nobody else does for the length of a lease; `null` when there is none. */
  take(): Promise<T | null>;
  /** Does it, and says when it is due next. What it throws leaves the item to its lease. */
  work(item: T): Promise<void>;
}

/** What a source may ask of the work. */
export interface Due<T> {
  /** Whether one more can be worked on at this moment. */
  readonly hasRoom: boolean;
  /** Does an item at once that nobody else takes for the length of a lease: whoever made it due took it as well. */
  work(item: T): void;
}

interface Running {
  source: DueSource<unknown>;
  active: Set<Promise<void>>;
}

/** Of each kind. They mostly wait for a provider. */
const AT_ONCE = 8;

/**
 * Does what is due, looked for every `PAYMENT_SWEEP`, and at once what somebody hands over. Any number of instances may; an
 * item is taken by one of them.
 */
@Injectable()
export class DueWork implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(DueWork.name);
  readonly #sources: Running[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  register<T>(source: DueSource<T>): Due<T> {
    const running: Running = { source: source as DueSource<unknown>, active: new Set() };
    this.#sources.push(running);
    const hasRoom = () => !this.#stopped && running.active.size < AT_ONCE;
    return {
      get hasRoom() {
        return hasRoom();
      },
      work: (item) =>
        this.#add(
          running,
          this.#attempt(running, () => source.work(item)),
        ),
    };
  }

  onApplicationBootstrap(): void {
    this.#stopped = false;
    const lookForAll = () => {
      for (const running of this.#sources) this.#start(running);
    };
    this.#timer = setInterval(lookForAll, this.config.PAYMENT_SWEEP).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all(this.#sources.flatMap(({ active }) => [...active]));
  }

  #start(running: Running): void {
    if (this.#stopped || running.active.size >= AT_ONCE) return;
    this.#add(
      running,
      this.#attempt(running, () => this.#takeAll(running)),
    );
  }

  #add({ active }: Running, work: Promise<void>): void {
    const worker: Promise<void> = work.finally(() => active.delete(worker));
    active.add(worker);
  }

  async #takeAll(running: Running): Promise<void> {
    const { source } = running;
    while (!this.#stopped) {
      const item = await source.take();
      if (item === null) return;
      // Another one looks for more while this one works.
      this.#start(running);
      await source.work(item);
    }
  }

  async #attempt({ source }: Running, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#logger.warn(`Due work has to wait: ${source.what}`, error);
    }
  }
}
