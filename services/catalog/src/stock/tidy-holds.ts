import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

const EVERY_MS = 3_600_000;

@Injectable()
export class TidyHolds implements OnModuleInit {
  constructor(
    private readonly stock: StockService,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'holds-tidy',
      everyMs: EVERY_MS,
      retry: { firstMs: 1_000, maxMs: EVERY_MS },
      run: () => this.stock.tidy(),
    });
  }
}
