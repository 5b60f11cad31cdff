import { permissionOf } from '../src/core/access.ts';
import { type AnyCall, isForLimited, SERVICES, wirePath } from '../src/core/call.ts';
import { BUILT_IN_ROLES, PERMISSION_SPECS, PERMISSIONS } from '../src/core/permissions.ts';

const INTRODUCTION = `# Who may make which call

Written by \`npm run contracts -- generate\` from the calls (\`access\`) and the built-in roles (\`src/core/permissions.ts\`). What is not marked is
refused: guests with 401 \`session.required\`, others with 403 \`session.forbidden\`, which names the missing permission to staff. The spec of each service
makes every one of its calls as each of these callers, and as two roles for each permission: one with all others, one with it alone (\`guardGaps\`), which
is refused a file where that needs another permission.

Calls for users are about the account that makes them. What belongs to another account is answered as if it did not exist
(\`e2e/faults/another-account.spec.ts\`: every call that names a record, with one of somebody else).
`;

const MARK = '✓';

/** Every call by who may make it, as a document. */
export function accessDocument(calls: readonly AnyCall[]): string {
  const roles = BUILT_IN_ROLES.map(({ name }) => name);
  const permissions = PERMISSIONS.map((permission) => [
    `\`${permission}\``,
    PERMISSION_SPECS[permission].label,
    ...BUILT_IN_ROLES.map((role) => (role.permissions.includes(permission) ? MARK : '')),
  ]);
  const sections = SERVICES.map((service) => {
    const rows = calls
      .filter((call) => call.service === service)
      .map((call) => [`\`${call.method} ${wirePath(call)}\``, ...callersOf(call)])
      .toSorted(([one], [other]) => (one! < other! ? -1 : 1));
    return `## ${service}\n\n${table(['Call', 'Guest', 'Limited', 'User', 'Staff', ...roles.slice(1)], rows)}`;
  });
  return [
    INTRODUCTION,
    `## Permissions\n\n${table(['Permission', 'Whose people may', ...roles], permissions)}`,
    ...sections,
  ].join('\n');
}

/** Guest, limited session, user, the permission that staff need, and the built-in roles without the owner. */
function callersOf(call: AnyCall): string[] {
  const roles = BUILT_IN_ROLES.slice(1);
  const mark = (may: boolean) => (may ? MARK : '');
  const { access } = call;
  if (access === 'service' || access === 'provider') {
    return ['', '', '', access === 'service' ? 'services only' : 'by signature', ...roles.map(() => '')];
  }
  const permission = permissionOf(access);
  const forFiles = call.fileAccess ? `, with a file also \`${permissionOf(call.fileAccess)}\`` : '';
  return [
    mark(access === 'guest'),
    mark(isForLimited(call)),
    mark(permission === undefined),
    permission === undefined ? '' : `\`${permission}\`${forFiles}`,
    ...roles.map(({ permissions }) => mark(permission === undefined || permissions.includes(permission))),
  ];
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[][]): string =>
  `${[row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')}\n`;
