import { types } from 'node:util';
import { INVALID_TRACEID, trace } from '@opentelemetry/api';
import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type Logger as Pino } from 'pino';
import { currentContext } from './context.ts';

/** Fields that are redacted at the top level and one or two levels down. */
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
  'pan',
];

const SCRUBBED = [
  // JSON web tokens
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  // user and password in a URL
  [/(\w+:\/\/)[^\s/@]+@/g, '$1[credentials]@'],
  // e-mail addresses
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  // the value that MongoDB quotes in a duplicate key error
  [/dup key: \{[^}]*\}/g, 'dup key: [value]'],
  // PANs
  [/\b[a-z]{3}[abcfghjlpt][a-z]\d{4}[a-z]\b/gi, '[pan]'],
  // phone numbers with a country code
  [/\+\d[\d\s-]{7,}\d/g, '[phone]'],
] as const;

/** Removes the tokens, credentials and personal data that errors of drivers and libraries quote. */
export function scrub(text: string): string {
  return SCRUBBED.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

function serializeError(error: unknown): unknown {
  if (!types.isNativeError(error)) return typeof error === 'string' ? scrub(error) : error;
  const { type, message, stack } = stdSerializers.err(error);
  const code = (error as { code?: unknown }).code;
  return { type, message: scrub(message), stack: scrub(stack ?? ''), ...(code === undefined ? {} : { code }) };
}

/** Logs JSON lines to stdout (or `destination`) with the service's name and the ids of the current context. */
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

/** Nest's classes that log every module and route at start; logged as `debug`. */
const NEST_STARTUP_LOGGERS = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * Sends Nest's `Logger` to pino: `logger.log('order created', { orderId })`,
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

  #write(requested: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal', message: unknown, rest: unknown[]): void {
    const fields: Record<string, unknown> = {};
    const texts: string[] = [];
    // Nest passes the name of the logging class last.
    const context = typeof rest.at(-1) === 'string' ? rest.pop() : undefined;
    const level = requested === 'info' && NEST_STARTUP_LOGGERS.has(context) ? 'debug' : requested;
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
