import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '@shop/service-kit';
import { ProductEditsService } from './product-edits.service.ts';

const EVERY_MS = 3_600_000;

@Injectable()
export class TidyProductEdits implements OnModuleInit {
  constructor(
    private readonly edits: ProductEditsService,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'product-edits-tidy',
      everyMs: EVERY_MS,
      retry: { firstMs: 1_000, maxMs: EVERY_MS },
      run: () => this.edits.tidy(),
    });
  }
}
