import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Measurement } from './measurement.ts';

/** What this application measures, until it stops: tests run several in one process. */
@Injectable()
export class Measures implements BeforeApplicationShutdown {
  readonly #stop: (() => void)[] = [];

  add<Row extends object>(measurement: Measurement<Row>, measure: () => Promise<readonly Row[]>): void {
    this.#stop.push(measurement.by(measure));
  }

  beforeApplicationShutdown(): void {
    for (const stop of this.#stop) stop();
  }
}
