export { AuditTrail, StaffNames } from './audit/audit-trail.ts';
export { AuditModule } from './audit/audit.module.ts';
export { CLOCK_OFFSET_KEY } from './clock/clock-control.ts';
export { Clock } from './clock/clock.ts';
export { CallError, type CallInput, Client } from './client/client.ts';
export { refusalOf } from './client/refusal.ts';
export { BadConfiguration, parseConfig, processVariables, readConfig, serviceVariables } from './config/config.ts';
export type { ConfigOf, ProcessConfig, ServiceConfig } from './config/config.ts';
export { duration, durations, milliseconds } from './config/duration.ts';
export { oneOf, secrets } from './config/secrets.ts';
export { openLink, signLink } from './links/signed-links.ts';
export { CONFIG } from './config/tokens.ts';
export { BatchWriter } from './database/batch-writer.ts';
export { countMatching } from './database/count-matching.ts';
export { formerNamesAfter, MAX_FORMER_NAMES } from './database/former-names.rules.ts';
export { havingWords } from './database/having-words.ts';
export { Database } from './database/database.module.ts';
export { insertPlain, insertIfAbsent } from './database/insert-plain.ts';
export { literals } from './database/literals.ts';
export {
  afterCommit,
  asTransientConflict,
  isDuplicateKey,
  TRANSACTION_OPTIONS,
  Transactions,
} from './database/transactions.ts';
export {
  broadcast,
  BroadcastsModule,
  EventBus,
  EventContext,
  eventVariables,
  isNewer,
  OnEvent,
  Outbox,
  startEvents,
  work,
} from './events/index.ts';
export { versionOf, versionOfParts, withVersion } from './edits/document-version.rules.ts';
export { type Edit, Edits } from './edits/edits.ts';
export { Health } from './health/health.ts';
export { addOperatorRoutes, OPERATOR_ROUTES } from './health/operator-routes.ts';
export { csvAttachment } from './http/csv-attachment.ts';
export { Failure, invalidField } from './http/failure.ts';
export { queryErrors } from './http/plain-input.ts';
export { failureFrom, problemOf } from './http/problem.ts';
export { closeConnectionsWhenStopping, KEEP_ALIVE_BUFFER_MS, KEEP_ALIVE_MS } from './http/close-idle-connections.ts';
export { ContractController, ValidatedInput, type Input, Route, type UploadedFile } from './http/route.ts';
export { type Claim, Idempotency, type Outcomes } from './idempotency/idempotency.ts';
export {
  type AppliedRow,
  type CellChange,
  type Cells,
  type CheckedRow,
  csvFileOf,
  csvLines,
  type ImportedBy,
  ImportRunner,
  Imports,
  ImportsModule,
  type ImportTarget,
  type RowToApply,
} from './imports/index.ts';
export {
  batchAfter,
  BatchedRows,
  countedIn,
  indexJobFields,
  type Job,
  JobFailure,
  type JobFields,
  jobFields,
  type JobHandle,
  Jobs,
  JobSource,
  RESCHEDULED,
  retryDelay,
  type RunResult,
} from './jobs/index.ts';
export { currentContext, inContext, type WorkContext } from './logging/context.ts';
export { createPino, PinoLogger } from './logging/logger.ts';
export { Lanes } from './lanes/lanes.ts';
export type { LimitName } from './limits/limit-keys.ts';
export { networkOf } from './limits/network-of.ts';
export { Measurement } from './metrics/measurement.ts';
export { Measures } from './metrics/measures.ts';
export { collectProcessMetrics, httpDuration, registry } from './metrics/metrics.ts';
export { inBatches } from './migrations/in-batches.ts';
export { defineMigration, type Migration, type MigrationContext } from './migrations/migration.ts';
export { type MigrationsOptions, runMigrations } from './migrations/run-migrations.ts';
export { OperationsModule } from './operations/operations.module.ts';
export { PeopleModule } from './people/people.module.ts';
export { People } from './people/people.ts';
export type { Person } from './people/person.schema.ts';
export { Redis } from './redis/redis.module.ts';
export { sentinelAddresses } from './redis/sentinels.ts';
export {
  listen,
  runOnce,
  runService,
  stopOnSignal,
  type RunningService,
  type ServiceOptions,
  startService,
} from './run-service.ts';
export { type StoredTaker, takerStep, takerView } from './takers/takers.ts';
export { startTracing } from './telemetry/start-tracing.ts';
export { Jwks } from './session/jwks.ts';
export { forbidden } from './session/forbidden.ts';
export {
  liveSession,
  proofKey,
  type Role,
  type Session,
  sessionKey,
  staffRoleKey,
  tokenOf,
} from './session/session.ts';
export { VerifiedTokens } from './session/verified-tokens.ts';
export { inCallSpan } from './telemetry/spans.ts';
