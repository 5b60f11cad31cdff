import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/index.ts';
import { Imports } from './imports.service.ts';

const EVERY_MS = 3_600_000;

@Injectable()
export class TidyImports implements OnModuleInit {
  constructor(
    private readonly imports: Imports,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'imports-tidy',
      everyMs: EVERY_MS,
      retry: { firstMs: 1_000, maxMs: EVERY_MS },
      run: () => this.imports.tidy(),
    });
  }
}
