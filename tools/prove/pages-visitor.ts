import http from 'node:http';

export interface Page {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
  ms: number;
  /** The route's own content is in the HTML: a heading, and on a product page its structured data. */
  isComplete: boolean;
}

/** A reader of pages with an address and a connection of its own, as the edge's limits count it. */
export class PageVisitor {
  readonly #shop: string;
  readonly #address: string | undefined;
  readonly #agent: http.Agent;

  /** @param address by default the system chooses it */
  constructor(shop: string, address?: string) {
    this.#shop = shop;
    this.#address = address;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: 1, ...(address && { localAddress: address }) });
  }

  /** The same person with another connection. */
  twin(): PageVisitor {
    return new PageVisitor(this.#shop, this.#address);
  }

  open(href: string): Promise<Page> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      http
        .get(new URL(href, this.#shop), { agent: this.#agent, family: 4 }, async (response) => {
          const body = (await response.setEncoding('utf8').toArray()).join('');
          const { statusCode: status = 0, headers } = response;
          const ms = Math.round(performance.now() - startedAt);
          resolve({ status, headers, body, ms, isComplete: status === 200 && hasContent(href, body) });
        })
        .on('error', reject);
    });
  }
}

function hasContent(href: string, body: string): boolean {
  const main = /<main\b.*<\/main>/s.exec(body)?.[0] ?? '';
  const isProduct = href.startsWith('/product/group/');
  return /<h1[^>]*>[^<]/.test(main) && (!isProduct || body.includes('"@type":"Product"'));
}
