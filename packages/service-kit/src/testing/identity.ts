import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { identity } from '@shop/contracts';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Role } from '../session/session.ts';

export { proofKey, sessionKey, staffRoleKey } from '../session/session.ts';

/** A stub of identity: publishes its keys, serves contacts of accounts and signs access tokens. */
export interface TestIdentity {
  url: string;
  /** By account id. */
  contacts: Map<string, identity.Contact>;
  /** How often the keys were fetched. */
  fetches(): number;
  /** Signed with the current key. */
  token(claims?: Partial<TokenClaims>): Promise<string>;
  /** Signs with a new key from now on; the old one stays published. */
  rotate(): Promise<void>;
  /** Publishes only the current key. */
  unpublishOld(): void;
  stop(): Promise<void>;
}

export interface TokenClaims {
  sub: string;
  sid: string;
  role: Role;
  /** Of a limited session. */
  joins: string;
  iss: string;
  aud: string;
  /** Longer than any spec takes, unless it is given; negative: already expired. */
  expiresInS: number;
}

export async function startTestIdentity(): Promise<TestIdentity> {
  let published: JWK[] = [];
  let signing: { kid: string; key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] };
  let fetched = 0;
  const rotate = async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const kid = crypto.randomUUID();
    published = [...published, { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
    signing = { kid, key: privateKey };
  };
  await rotate();
  const contacts = new Map<string, identity.Contact>();
  const server = http.createServer((request, response) => {
    const [, userId] = /^\/internal\/users\/([^/]+)\/contact$/.exec(request.url!) ?? [];
    const contact = userId && contacts.get(userId);
    if (contact) return void response.writeHead(200).end(JSON.stringify({ contact }));
    if (request.url === identity.findUsersByEmail.path) {
      return void text(request).then((body) => {
        const { words, isWhole } = identity.findUsersByEmail.body!.parse(JSON.parse(body));
        const found = words.map((word) =>
          [...contacts.values()].filter(({ email }) => (isWhole ? email === word : email.startsWith(word))),
        );
        response.end(JSON.stringify({ accounts: found.map((all) => all.map(({ userId }) => userId)) }));
      });
    }
    if (request.url !== '/.well-known/jwks.json') return void response.writeHead(404).end();
    fetched += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contacts,
    fetches: () => fetched,
    rotate,
    unpublishOld: () => (published = published.slice(-1)),
    token: ({
      sub = 'u1',
      sid = 's1',
      role = 'user',
      joins,
      iss = 'identity',
      aud = 'shop',
      expiresInS = 86_400,
    } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ sid, role, ...(joins && { joins }) })
        .setProtectedHeader({ alg: 'ES256', kid: signing.kid })
        .setSubject(sub)
        .setIssuer(iss)
        .setAudience(aud)
        .setIssuedAt(now)
        .setExpirationTime(now + expiresInS)
        .sign(signing.key);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
