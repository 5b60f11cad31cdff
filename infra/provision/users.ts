import crypto from 'node:crypto';

/** The parts of the shop that have users of their own in MongoDB, RabbitMQ and Redis. */
export const PARTS = ['catalog', 'identity', 'cart-order', 'payment', 'content', 'gateway', 'shell'] as const;
export type Part = (typeof PARTS)[number];

/** With rights on everything: for commands of operators, as `npm run events`. */
export const OPERATOR = 'shop';

/** Reads the databases of all services, and nothing else. */
export const BACKUP = 'backup';
/** Where a restore says that it is under way. */
export const RESTORING = 'restoring-shop';

/** Passwords of the users, and the key by which the members of MongoDB's replica set know each other (base64). */
export interface Access {
  operator: string;
  backup: string;
  parts: Record<Part, string>;
  mongodbKey: string;
}

export function makeAccess(): Access {
  const password = () => crypto.randomBytes(18).toString('base64url');
  return {
    operator: password(),
    backup: password(),
    parts: Object.fromEntries(PARTS.map((part) => [part, password()])) as Record<Part, string>,
    mongodbKey: crypto.randomBytes(96).toString('base64'),
  };
}

/** Where containers find the password of a user. */
export const passwordVariable = (user: string): string => `${user.replaceAll('-', '_').toUpperCase()}_PASSWORD`;

export const hasDatabase = (part: Part): boolean => part !== 'gateway' && part !== 'shell';
export const databaseOf = (part: Part): string => `shop-${part}`;

/** What a part may declare, publish to and read in RabbitMQ. `prefix`: `EVENTS_PREFIX`. */
export function rabbitmqPermissions(part: Part, prefix = '') {
  // Dots are all that means something else in a pattern: see the variable.
  const start = prefix.replaceAll('.', String.raw`\.`);
  const own = String.raw`${start}${part}\..+`;
  const events = `${start}events`;
  // Queues named by the broker, which only the connection that declared them may use.
  const broadcasts = String.raw`amq\.gen-.+`;
  const any = (...names: string[]) => `^(${names.join('|')})$`;
  if (!hasDatabase(part)) {
    return { configure: any(events, broadcasts), write: any(broadcasts), read: any(events, broadcasts) };
  }
  return {
    configure: any(events, broadcasts, own),
    write: any(events, broadcasts, own),
    read: any(events, broadcasts, own),
  };
}

/** For RabbitMQ's `load_definitions`, which it applies at each start. The well-known user `guest` gets an unknown password. */
export function rabbitmqDefinitions(
  access: Pick<Access, 'operator' | 'parts'>,
  { vhost = '/', prefix = '' } = {},
): object {
  const all = { configure: '.*', write: '.*', read: '.*' };
  const user = (name: string, password: string, tags = '') => ({
    name,
    password_hash: rabbitmqHash(password),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags,
  });
  return {
    vhosts: [{ name: vhost }],
    users: [
      user('guest', crypto.randomBytes(18).toString('hex')),
      user(OPERATOR, access.operator, 'administrator'),
      ...PARTS.map((part) => user(part, access.parts[part])),
    ],
    permissions: [
      { user: OPERATOR, vhost, ...all },
      ...PARTS.map((part) => ({ user: part, vhost, ...rabbitmqPermissions(part, prefix) })),
    ],
  };
}

function rabbitmqHash(password: string): string {
  const salt = crypto.randomBytes(4);
  return Buffer.concat([salt, crypto.createHash('sha256').update(salt).update(password).digest()]).toString('base64');
}

/** What a part owns in Redis beside keys under its name. */
const OWN_KEYS: Partial<Record<Part, string[]>> = {
  gateway: ['limit:gateway:*'],
  identity: [
    ...['authenticator:*', 'limit:identity:*', 'otp:*', 'proof:*', 'session-secret', 'session:*', 'staff-role:*'],
    'user-sessions:*',
  ],
};
/** Read by every part: sessions, whether one gave its password again, what roles of the staff may do, and the clock of `npm run prove`. */
const COMMON_KEYS = ['session:*', 'proof:*', 'staff-role:*', 'clock:*'];

/** A part's rules for `ACL SETUSER` and for lines of an ACL file, from the name on. `prefix`: `REDIS_PREFIX`. */
export function redisRules(part: Part, password: string, prefix = ''): string[] {
  return [
    ...[part, 'reset', 'on', `#${sha256(password)}`],
    ...[`${part}:*`, ...(OWN_KEYS[part] ?? [])].map((key) => `~${prefix}${key}`),
    ...COMMON_KEYS.map((key) => `%R~${prefix}${key}`),
    ...['+@all', '-@admin', '-@dangerous', '+info'],
    // It answers names of all keys: identity looks for the sessions of an old secret.
    ...(part === 'identity' ? [] : ['-scan', '-randomkey']),
  ];
}

/** The content of Redis's `aclfile`. */
export const redisUsers = (access: Pick<Access, 'operator' | 'parts'>): string =>
  [
    // No one can sign in as it. Redis replays the transactions of its file as this user, and drops what it may not do (redis/redis#14541).
    ['default', 'off', '~*', '&*', '+@all'],
    [OPERATOR, 'on', `#${sha256(access.operator)}`, '~*', '&*', '+@all'],
    ...PARTS.map((part) => redisRules(part, access.parts[part]).filter((rule) => rule !== 'reset')),
  ]
    .map((rules) => `user ${rules.join(' ')}\n`)
    .join('');

const sha256 = (text: string): string => crypto.createHash('sha256').update(text).digest('hex');

/** The operator's address for the operator, given `access`; without it the server has no users. */
export const asOperator = (url: string, access: Access | undefined): string =>
  access ? withUser(url, OPERATOR, access.operator) : url;

/** The operator's address turned into a part's. Others, as those of an operator's own servers, stay what they are. */
export const asPart = (url: string, part: Part, access: Access): string =>
  url.replace(`://${OPERATOR}:${access.operator}@`, `://${part}:${access.parts[part]}@`);

/** The operator's address turned into that of who reads backups; others stay what they are. */
export const asBackup = (url: string, access: Access): string =>
  url.replace(`://${OPERATOR}:${access.operator}@`, `://${BACKUP}:${access.backup}@`);

/** For people: an address without its credentials. */
export const withoutUser = (url: string): string => url.replace(/:\/\/[^@/]*@/, '://');

/** An address with the credentials of a user. */
export const withUser = (url: string, user: string, password: string): string =>
  url.replace('://', `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
