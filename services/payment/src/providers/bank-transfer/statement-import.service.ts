import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, type payment, rupeesFrom } from '@shop/contracts';
import { AuditTrail, Failure, type Session, Transactions } from '@shop/service-kit';
import { Types } from 'mongoose';
import { ArrivalsService, type KeyedCredit } from './arrivals.service.ts';
import { keysOf, type Match } from './matching.rules.ts';
import { type StatementRow, statementRows, UnreadableStatement } from './statement.rules.ts';

type Answer = AnswerOf<typeof payment.importStatement>;

/** Rows of money in that are recorded in one transaction. */
const BATCH_SIZE = 50;

/** Reads statements: money in is recorded once, however often its row is imported. */
@Injectable()
export class StatementImport {
  constructor(
    private readonly arrivals: ArrivalsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws Failure `request.invalid` if it is no statement */
  async run(actor: Session, { csv, isDryRun }: BodyOf<typeof payment.importStatement>): Promise<Answer> {
    const rows = rowsOf(csv);
    const credits = rows.flatMap((row) => (row.kind === 'credit' ? [row.credit] : []));
    const keys = keysOf(credits);
    const keyed = credits.map((credit, index) => ({ key: keys[index]!, credit }));
    const matches = isDryRun ? await this.arrivals.match(keyed) : await this.#record(actor, keyed);
    const shown = rows.map((row) => shownRow(row, row.kind === 'credit' ? matches.shift()! : undefined));
    const counts: Answer['counts'] = {
      matched: 0,
      'goes-back': 0,
      unmatched: 0,
      known: 0,
      'not-money-in': 0,
      unreadable: 0,
    };
    for (const { outcome } of shown) counts[outcome] += 1;
    return { rows: shown, counts };
  }

  async #record(actor: Session, rows: KeyedCredit[]): Promise<Match[]> {
    const importId = new Types.ObjectId().toHexString();
    const matches: Match[] = [];
    for (let start = 0; start < rows.length; start += BATCH_SIZE) {
      const batch = rows.slice(start, start + BATCH_SIZE);
      // A batch that another import or staff beat to a row is matched again.
      const matched = await this.transactions.run(async (session) => {
        const found = await this.arrivals.recordRows(batch, session);
        const count = (outcome: Match['outcome']) => found.filter((match) => match.outcome === outcome).length;
        const added = { matched: count('matched'), goesBack: count('goes-back'), unmatched: count('unmatched') };
        if (count('known') < found.length) {
          await this.audit.record(session, actor, {
            action: 'bank-statement.imported',
            subject: 'bank-statement',
            subjectId: importId,
            before: null,
            after: added,
          });
        }
        return found;
      });
      matches.push(...matched);
    }
    return matches;
  }
}

function rowsOf(csv: string): StatementRow[] {
  try {
    return statementRows(csv);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    throw new Failure('request.invalid', { message: error.message, errors: { csv: error.message } });
  }
}

function shownRow(row: StatementRow, match: Match | undefined): Answer['rows'][number] {
  const { line, text } = row;
  if (row.kind !== 'credit') {
    const message = row.kind === 'unreadable' ? row.message : null;
    return { line, outcome: row.kind, amount: null, arrivedOn: null, text, reference: null, message };
  }
  const { amount, arrivedOn } = row.credit;
  const { outcome, reference, message } = match!;
  return { line, outcome, amount: rupeesFrom(amount), arrivedOn, text, reference, message };
}
