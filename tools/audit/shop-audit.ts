/** As identity answers `GET /internal/audit/check`. */
interface Part {
  faults: AuditFault[];
  checked: number;
  next: number | null;
  head: { seq: number; digest: string } | null;
  waiting: number;
}

export interface AuditFault {
  seq?: number;
  entryId?: string;
  text: string;
}

export interface CheckedAudit extends Pick<Part, 'faults' | 'checked' | 'head' | 'waiting'> {}

const TIMEOUT_MS = 60_000;

/** The audit trail of a shop, compared by identity with its seals, which has their key. */
export class ShopAudit {
  readonly #url: string;
  readonly #token: string;

  constructor(identityUrl: string, serviceToken: string) {
    this.#url = identityUrl;
    this.#token = serviceToken;
  }

  /** @param kept a head that was written down, as `headOf` gives it */
  async check(kept?: string): Promise<CheckedAudit> {
    const faults: AuditFault[] = [];
    let checked = 0;
    let after = 0;
    for (;;) {
      const part = await this.#part(after, kept);
      faults.push(...part.faults);
      checked += part.checked;
      if (part.next === null) return { faults, checked, head: part.head, waiting: part.waiting };
      after = part.next;
    }
  }

  static headOf({ head }: CheckedAudit): string | undefined {
    return head ? `${head.seq}:${head.digest}` : undefined;
  }

  static textOf(found: CheckedAudit): string {
    const { faults, checked, waiting } = found;
    const waits = waiting === 0 ? '' : `, ${waiting} not sealed yet`;
    if (faults.length === 0) {
      return `${checked} sealed entries are as they were recorded${waits}.\nHead: ${ShopAudit.headOf(found) ?? 'none yet'}`;
    }
    const lines = faults.map(({ seq, entryId, text }) => {
      const number = seq === undefined ? '' : `${seq}`.padEnd(8);
      return `  ${number}${entryId === undefined ? '' : `entry ${entryId} `}${text}`;
    });
    return [`The audit trail is not as it was recorded (${checked} seals${waits}):`, ...lines].join('\n');
  }

  async #part(after: number, kept: string | undefined): Promise<Part> {
    const query = new URLSearchParams({ after: String(after), ...(kept !== undefined && { kept }) });
    const response = await fetch(`${this.#url}/internal/audit/check?${query}`, {
      headers: { 'x-service-token': this.#token },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 400) throw new Error('A head is a number, a colon and 64 hexadecimal digits');
    if (!response.ok) throw new Error(`identity answered ${response.status}`);
    return (await response.json()) as Part;
  }
}
