// What pure files of services take from the kit: it loads no framework, so that their specs start at once (see `prove -- mutants`).
export { formerNamesAfter, MAX_FORMER_NAMES } from './database/former-names.rules.ts';
export { Failure } from './http/failure.ts';
export { csvLines } from './imports/csv.ts';
