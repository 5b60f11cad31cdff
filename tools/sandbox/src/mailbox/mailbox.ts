import PostalMime, { type Email } from 'postal-mime';
import { randomId } from '../core/ids.ts';
import type { Collection, Store } from '../core/store.ts';

export interface Mail {
  id: string;
  /** Machine time, ISO. */
  receivedAt: string;
  from: string;
  /** Envelope recipients in lower case. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; mimeType: string; size: number; contentId: string | undefined }[];
}

interface Address {
  /** Mail id and address. */
  id: string;
  address: string;
  mailId: string;
}

interface Source {
  id: string;
  /** The original message, base64. */
  raw: string;
}

/** Capacity; the oldest mails are pruned. */
const MAX_MAILS = 2000;
const PRUNE_EVERY = 100;

export class Mailbox {
  readonly #store: Store;
  readonly #mails: Collection<Mail>;
  readonly #addresses: Collection<Address>;
  readonly #sources: Collection<Source>;
  #sincePruned = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#mails = store.collection('mails');
    this.#addresses = store.collection('mail_addresses', [['address'], ['mailId']]);
    this.#sources = store.collection('mail_sources');
  }

  /** Resolves once the message is stored. */
  async receive(raw: Buffer, from: string, recipients: string[]): Promise<Mail> {
    const email = await PostalMime.parse(raw);
    const to = [...new Set(recipients.map((address) => address.toLowerCase()))];
    const id = randomId('mail_');
    const mail: Mail = {
      id,
      receivedAt: new Date().toISOString(),
      from: email.from?.address ?? from,
      to,
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
      headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
      attachments: email.attachments.map(({ filename, mimeType, content, contentId }) => ({
        filename: filename ?? 'attachment',
        mimeType,
        size: sizeOf(content),
        contentId: contentId?.replaceAll(/[<>]/g, ''),
      })),
    };
    this.#store.transaction(() => {
      this.#mails.put(mail);
      this.#sources.put({ id, raw: raw.toString('base64') });
      for (const address of to) this.#addresses.put({ id: `${id} ${address}`, address, mailId: id });
      this.#sincePruned += 1;
      if (this.#sincePruned >= PRUNE_EVERY) this.#prune();
    });
    return mail;
  }

  /** Newest first. `since`: received at that moment or later, in ms. */
  find({ to, since, limit }: { to?: string; since?: number; limit: number }): Mail[] {
    const mails = to
      ? this.#addresses.find({ address: to.toLowerCase() }, { limit }).flatMap(({ mailId }) => this.get(mailId) ?? [])
      : this.#mails.find({}, { limit });
    return since === undefined ? mails : mails.filter((mail) => Date.parse(mail.receivedAt) >= since);
  }

  get(id: string): Mail | undefined {
    return this.#mails.get(id);
  }

  source(id: string): Buffer | undefined {
    const source = this.#sources.get(id);
    return source && Buffer.from(source.raw, 'base64');
  }

  async attachment(id: string, index: number): Promise<Email['attachments'][number] | undefined> {
    const source = this.source(id);
    return source && (await PostalMime.parse(source)).attachments[index];
  }

  delete(id: string): boolean {
    return this.#store.transaction(() => {
      for (const address of this.#addresses.find({ mailId: id })) this.#addresses.delete(address.id);
      this.#sources.delete(id);
      return this.#mails.delete(id);
    });
  }

  /** Deletes all mails, or those to one address. @returns how many */
  clear(to?: string): number {
    return this.#store.transaction(() => {
      const mails = this.find({ to, limit: MAX_MAILS + PRUNE_EVERY });
      return mails.filter((mail) => this.delete(mail.id)).length;
    });
  }

  #prune(): void {
    this.#sincePruned = 0;
    for (const mail of this.#mails.find({}, { skip: MAX_MAILS, limit: 2 * PRUNE_EVERY })) this.delete(mail.id);
  }
}

const sizeOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
