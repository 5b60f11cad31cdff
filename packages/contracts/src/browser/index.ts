/** The contracts as pages see them: paths, names and types. No schema and no zod comes along. */
export type { AnswerOf, BodyOf, BrowserCall, ParamsOf, QueryOf } from './call.ts';
export * from './calls.gen.ts';
export * from './parts.gen.ts';
export { PAYMENT_BRANDS, PROVIDER_LABELS, PROVIDERS } from './payment/providers.gen.ts';
export type { LiveProviderName, ProviderName } from '../payment/provider-name.ts';
export { DETAIL_ROWS } from './catalog/detail-rows.gen.ts';
export * from '../catalog/detail-fields.ts';
export * from '../catalog/facet-names.ts';
export * from '../core/constants.ts';
export * from '../core/choice-names.ts';
export * from '../core/country-names.ts';
export * from '../core/refund-codes.ts';
export * from '../core/gstin.rules.ts';
export * from '../core/money.rules.ts';
export * from '../core/tax.rules.ts';
export type { OptionKind } from '../catalog/options.ts';
export type { ErrorCode, Problem } from '../core/error.ts';
export { REMOTES, type Remote } from '../core/remotes.ts';
