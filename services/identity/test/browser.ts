/** A client with a cookie jar; `address` is where it comes from. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #address: string | undefined;
  constructor(url: string, address?: string) {
    this.#url = url;
    this.#address = address;
  }
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        cookie,
        ...(this.#address && { 'x-forwarded-for': this.#address }),
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') as never };
  }
  post = (path: string, body: unknown) => this.send('POST', path, body);
  put = (path: string, body: unknown) => this.send('PUT', path, body);
  me = async () => ((await this.send('GET', '/me')).body as { user: { email: string; role: string } | null }).user;
}
