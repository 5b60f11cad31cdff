import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { type Frontend, type Release, type ReleaseChange, releasesQuery } from '../../api/operations.ts';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { momentText } from '../../components/texts.ts';
import s from './operations-page.module.css';

/** The package's version and the begin of the digest of its files. */
const shortVersion = (version: string): string => version.replace(/-(\w{7})\w*$/, '-$1');
const shortCommit = (commit: string): string => commit.slice(0, 9) + (commit.endsWith('+') ? '+' : '');
const sizeText = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const STATES: Record<Release['state'], { name: string; tone: BadgeTone }> = {
  live: { name: 'Live', tone: 'good' },
  before: { name: 'Before', tone: 'plain' },
  'rolled-back': { name: 'Rolled back', tone: 'bad' },
};

const release = columnsOf<Release>();
const VERSIONS: Columns<Release> = [
  release.accessor('version', {
    header: 'Version',
    cell: ({ getValue }) => <code title={getValue()}>{shortVersion(getValue())}</code>,
  }),
  release.accessor('state', {
    header: 'State',
    cell: ({ row: { original } }) => <Badge tone={STATES[original.state].tone}>{STATES[original.state].name}</Badge>,
  }),
  release.accessor('publishedAt', {
    header: 'Deployed',
    cell: ({ getValue }) => (getValue() ? momentText(getValue()!) : 'Unknown'),
  }),
  release.accessor('retiredAt', {
    header: 'Live until',
    cell: ({ getValue }) => (getValue() ? momentText(getValue()!) : '–'),
  }),
  release.accessor('commit', {
    header: 'Commit',
    cell: ({ getValue }) => (getValue() ? <code title={getValue()!}>{shortCommit(getValue()!)}</code> : 'Unknown'),
  }),
  release.accessor('bytes', {
    header: 'Size',
    meta: { isNumber: true },
    cell: ({ getValue }) => (getValue() === null ? 'Unknown' : sizeText(getValue()!)),
  }),
];

const change = columnsOf<ReleaseChange>();
const CHANGES: Columns<ReleaseChange> = [
  change.accessor('at', { header: 'When', cell: ({ getValue }) => momentText(getValue()) }),
  change.accessor('slice', { header: 'Frontend' }),
  change.accessor('kind', {
    header: 'What',
    cell: ({ getValue }) => (
      <Badge tone={getValue() === 'rolled-back' ? 'bad' : 'plain'}>
        {getValue() === 'rolled-back' ? 'Rolled back' : 'Deployed'}
      </Badge>
    ),
  }),
  change.accessor('version', {
    header: 'Live since then',
    cell: ({ getValue }) => <code>{shortVersion(getValue())}</code>,
  }),
  change.accessor('replaced', {
    header: 'In place of',
    cell: ({ getValue }) => (getValue() ? <code>{shortVersion(getValue()!)}</code> : '–'),
  }),
  change.accessor('by', { header: 'By', cell: ({ getValue }) => <span className={s.reason}>{getValue()}</span> }),
];

/** What is live of the frontends, what was before, and the command that makes it live again. */
export function Releases() {
  const query = useQuery(releasesQuery);
  return (
    <>
      <p className={s.about}>
        What browsers are given of each frontend. Only a deployer writes that, with keys of their own: a version from
        before is made live again by its command, in the folder of the shop, within seconds and without a build. In
        containers deploy the image from before.
      </p>
      <Loaded query={query} what="releases" rows={6}>
        {({ frontends, changes }) =>
          frontends.length === 0 ? (
            <EmptyState title="Nothing is deployed yet" />
          ) : (
            <>
              {frontends.map((one) => (
                <FrontendSection key={one.slice} {...one} />
              ))}
              <section className={s.service} aria-labelledby="release-changes">
                <h2 id="release-changes">What changed</h2>
                {changes.length === 0 ? (
                  <p className={form.soft}>Nothing went live since changes are written down.</p>
                ) : (
                  <DataTable
                    caption="What changed"
                    columns={CHANGES}
                    rows={changes}
                    idOf={({ at, slice }) => `${at} ${slice}`}
                  />
                )}
              </section>
            </>
          )
        }
      </Loaded>
    </>
  );
}

function FrontendSection({ slice, liveSince, versions, before, waiting }: Frontend) {
  return (
    <section className={s.service} aria-labelledby={`releases-${slice}`}>
      <div className={s.head}>
        <h2 id={`releases-${slice}`}>{slice}</h2>
        {liveSince && <p className={form.soft}>Live since {momentText(liveSince)}</p>}
      </div>
      <DataTable caption={`Versions of ${slice}`} columns={VERSIONS} rows={versions} idOf={({ version }) => version} />
      {waiting && (
        <p>
          <code>{shortVersion(waiting)}</code> waits for the shell that it was built for.
        </p>
      )}
      <p className={form.soft}>
        {before ? (
          <>
            To make <code>{shortVersion(before)}</code> live again:{' '}
            <code className={s.command}>npm run rollback -- {slice}</code>
          </>
        ) : (
          'There is no version before that could be made live again.'
        )}
      </p>
    </section>
  );
}
