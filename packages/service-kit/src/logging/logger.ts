import { types } from 'node:util';
import { INVALID_TRACEID, trace } from '@opentelemetry/api';
import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type Logger as Pino } from 'pino';
import { currentContext } from './context.ts';

/** Names of fields that never reach a log, at the top and one or two levels down. */
const SECRET_FIELDS = [
  'password',
  'newPassword',
  'otp',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
  'signature',
  'email',
  'phone',
  'street',
  'pincode',
  'address',
  'shippingInfo',
];

const SCRUBBED = [
  // JSON web tokens
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  // user and password in an address
  [/(\w+:\/\/)[^\s/@]+@/g, '$1[credentials]@'],
  // e-mail addresses
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  // what MongoDB repeats of a document whose unique value is taken
  [/dup key: \{[^}]*\}/g, 'dup key: [value]'],
  // phone numbers with a country code
  [/\+\d[\d\s-]{7,}\d/g, '[phone]'],
] as const;

/** A text without the tokens, credentials and personal data that errors of drivers and libraries tend to quote. */
export function scrub(text: string): string {
  return SCRUBBED.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

function serializeError(error: unknown): unknown {
  if (!types.isNativeError(error)) return typeof error === 'string' ? scrub(error) : error;
  const { type, message, stack } = stdSerializers.err(error);
  const code = (error as { code?: unknown }).code;
  return { type, message: scrub(message), stack: scrub(stack ?? ''), ...(code === undefined ? {} : { code }) };
}

/** The process's log: JSON lines on stdout with the service's name, request id and correlation id. */
export function createPino(service: string, level: string, destination?: NodeJS.WritableStream): Pino {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      serializers: { err: serializeError },
      mixin: () => {
        const traceId = trace.getActiveSpan()?.spanContext().traceId;
        return { ...currentContext(), ...(traceId === undefined || traceId === INVALID_TRACEID ? {} : { traceId }) };
      },
    },
    destination as never,
  );
}

/** Nest's classes that tell of every module and route at start. */
const NEST_AT_START = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * Lets Nest and our own classes log through pino by Nest's `Logger`: `logger.log('order created', { orderId })`,
 * `logger.error('relay failed', error)`. Objects become fields, errors `err`, the class's name `context`.
 */
export class PinoLogger implements LoggerService {
  readonly #pino: Pino;

  constructor(log: Pino) {
    this.#pino = log;
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.#write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  #write(wanted: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal', message: unknown, rest: unknown[]): void {
    const fields: Record<string, unknown> = {};
    const texts: string[] = [];
    // Nest puts the name of the logging class last.
    const context = typeof rest.at(-1) === 'string' ? rest.pop() : undefined;
    const level = wanted === 'info' && NEST_AT_START.has(context) ? 'debug' : wanted;
    if (!this.#pino.isLevelEnabled(level)) return;
    for (const part of [message, ...rest]) {
      if (types.isNativeError(part)) fields['err'] = part;
      else if (typeof part === 'object' && part !== null) Object.assign(fields, part);
      else if (part !== undefined) texts.push(String(part));
    }
    const text = texts.length > 0 ? texts.join(' ') : (fields['err'] as Error | undefined)?.message;
    this.#pino[level]({ ...(context === undefined ? {} : { context }), ...fields }, text && scrub(text));
  }
}
