import { Injectable, type OnModuleInit } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { Clock, Measures } from '@shop/service-kit';
import { AttemptsRepository } from './attempts.repository.ts';
import { booksMeasurement } from './books-metrics.ts';

/** Counts what was captured, for comparison with what cart-order made of it. */
@Injectable()
export class Books implements OnModuleInit {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly measures: Measures,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.measures.add(booksMeasurement, () => this.attempts.booked(payment.booksHourAt(this.clock.now())));
  }
}
