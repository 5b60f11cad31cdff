import type { LedgerEntry } from '../sandbox/src/control/ledger.ts';

/** Calls the control API of the sandbox, e.g. `/failures`. @returns the response, also an error */
export const controlSandbox = (sandbox: string, call: string, body: object): Promise<Response> =>
  fetch(`${sandbox}/control${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const LEDGER_PAGE_SIZE = 10_000;

/** The payments that a provider has captured, oldest first. */
export async function capturedAt(sandbox: string, provider: LedgerEntry['provider']): Promise<LedgerEntry[]> {
  const captured: LedgerEntry[] = [];
  for (;;) {
    const query = `provider=${provider}&limit=${LEDGER_PAGE_SIZE}&skip=${captured.length}`;
    const response = await fetch(`${sandbox}/control/ledger/entries?${query}`);
    const { entries } = (await response.json()) as { entries: LedgerEntry[] };
    captured.push(...entries);
    if (entries.length < LEDGER_PAGE_SIZE) return captured;
  }
}
