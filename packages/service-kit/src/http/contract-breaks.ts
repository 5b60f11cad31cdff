import { Injectable, Logger } from '@nestjs/common';
import { type AnyCall, codesOf } from '@shop/contracts';
import type { Failure } from './failure.ts';

/** Violations of the contracts by this process. They are logged, and `startTestService` fails the tests on them. */
@Injectable()
export class ContractBreaks {
  readonly #logger = new Logger(ContractBreaks.name);
  readonly #found = new Set<string>();

  get found(): readonly string[] {
    return [...this.#found];
  }

  /** An answer does not match the schema. `fields` must not contain values: they are logged. */
  answer(call: AnyCall, fields: readonly string[]): void {
    this.#add(`${call.id}: the answer breaks the contract at ${fields.join('; ')}`);
  }

  /** A failure's code is not declared among the call's errors. */
  failure(call: AnyCall, { code }: Failure): void {
    if (codesOf(call).includes(code)) return;
    this.#add(`${call.id}: ${code} is not among the errors of the contract`);
  }

  /** The handler ignored the call's idempotency key: a repeated request would do the work twice. */
  unusedKey(call: AnyCall): void {
    this.#add(
      `${call.id}: the contract takes an Idempotency-Key, and the handler does not pass its input to Idempotency`,
    );
  }

  #add(violation: string): void {
    if (this.#found.has(violation)) return;
    this.#found.add(violation);
    this.#logger.error(violation);
  }
}
