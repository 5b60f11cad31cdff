import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs } from '@shop/service-kit';
import type { Config } from '../variables.ts';
import { AlertsRepository } from './alerts.repository.ts';

const EVERY_MS = 3_600_000;
const BATCH = 500;

/** Removes wishes that no one confirmed, with their addresses, and records of agreements that ended long ago. */
@Injectable()
export class TidyAlerts implements OnModuleInit {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'alerts-tidy',
      everyMs: EVERY_MS,
      retry: { firstMs: 1_000, maxMs: EVERY_MS },
      run: () => this.tidy(),
    });
  }

  async tidy(): Promise<void> {
    const now = this.clock.millis();
    const old = [
      ['unconfirmed', this.config.ALERT_CONFIRM_WITHIN],
      ['ended', this.config.ALERT_KEEP],
    ] as const;
    for (const [state, keepMs] of old) {
      while ((await this.alerts.removeOld(state, new Date(now - keepMs), BATCH)) === BATCH);
    }
  }
}
