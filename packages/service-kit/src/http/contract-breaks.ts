import { Injectable, Logger } from '@nestjs/common';
import { type AnyCall, commonErrors } from '@shop/contracts';
import type { Failure } from './failure.ts';

/** Where this process did otherwise than its contracts say. Logged; tests fail on it (`startTestService`). */
@Injectable()
export class ContractBreaks {
  readonly #logger = new Logger(ContractBreaks.name);
  readonly #found = new Set<string>();

  get found(): readonly string[] {
    return [...this.#found];
  }

  /** An answer that does not fit the schema. `fields` say where, never what. */
  answer(call: AnyCall, fields: readonly string[]): void {
    this.#add(`${call.id}: the answer breaks the contract at ${fields.join('; ')}`);
  }

  /** A failure whose code the call does not name among its errors. */
  failure(call: AnyCall, { code }: Failure): void {
    if (code in commonErrors || call.errors.includes(code)) return;
    this.#add(`${call.id}: ${code} is not among the errors of the contract`);
  }

  /** The contract takes an idempotency key, and the handler answered without using it: a repetition would do the work twice. */
  unusedKey(call: AnyCall): void {
    this.#add(
      `${call.id}: the contract takes an Idempotency-Key, and the handler does not pass its input to Idempotency`,
    );
  }

  #add(one: string): void {
    if (this.#found.has(one)) return;
    this.#found.add(one);
    this.#logger.error(one);
  }
}
