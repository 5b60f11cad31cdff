import { type AnyCall, codesOf, errors, isStaffAccess, needsSession, wirePath } from '@shop/contracts';
import { z } from 'zod';

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: '`noun.reason`' },
    message: { type: 'string', description: 'What a toast shows' },
    requestId: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'By field' },
    details: { type: 'object' },
  },
};

/** The OpenAPI 3.1 document of the contracts, as JSON. */
export function openApi(calls: readonly AnyCall[], server: string): string {
  const schemas: Record<string, unknown> = { Problem: problem };
  const schemaOf: SchemaOf = (schema, io) => {
    const { $defs = {}, $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    // A schema named by `.meta({ id })` is defined once, or twice when its input differs from its output.
    const differs = ([name, definition]: [string, unknown]) =>
      name in schemas && JSON.stringify(schemas[name]) !== withComponentRefs(JSON.stringify(definition), '');
    const suffix = io === 'input' && Object.entries($defs).some(differs) ? 'Input' : '';
    const placed = JSON.parse(withComponentRefs(JSON.stringify({ json, $defs }), suffix)) as {
      json: Record<string, unknown>;
      $defs: Record<string, unknown>;
    };
    for (const [name, definition] of Object.entries(placed.$defs)) schemas[name + suffix] = definition;
    return placed.json;
  };
  // Answers first, so that they get the names without suffix.
  for (const call of calls) schemaOf(call.answer, 'output');

  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = wirePath(call).replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(call, schemaOf);
  }
  return JSON.stringify({
    openapi: '3.1.1',
    info: {
      title: 'Jewellery shop',
      version: '1',
      description:
        'Every call of the shop. Calls that change something need an `Origin` of the shop. Errors are ' +
        '`application/problem+json`; their `code` says what happened.',
    },
    servers: [{ url: server }],
    tags: [...new Set(calls.map(({ service }) => service))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        user: { type: 'apiKey', in: 'cookie', name: 'access', description: 'A signed-in person' },
        admin: { type: 'apiKey', in: 'cookie', name: 'access', description: 'Staff' },
      },
    },
  });
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Record<string, unknown>;

/** Rewrites JSON schema references to OpenAPI components. */
const withComponentRefs = (json: string, suffix: string): string =>
  json.replaceAll(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`);

function operation(call: AnyCall, schemaOf: SchemaOf) {
  const parameters = (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? call.params : call.query;
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, unknown>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  });
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } };
  const version = {
    name: 'If-Match',
    in: 'header',
    description: 'The version of the document that was read, in quotation marks',
    schema: { type: 'string', maxLength: 42 },
  };
  const byStatus = Object.groupBy(codesOf(call), (code) => errors[code]!.status);
  const failures = Object.entries(byStatus).map(([status, codes = []]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errors[code]!.message}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const status = call.status ?? 200;
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.service],
    parameters: [...parameters, ...(call.idempotencyKey ? [key] : []), ...(call.versioned ? [version] : [])],
    ...(needsSession(call.access) ? { security: [{ [isStaffAccess(call.access) ? 'admin' : 'user']: [] }] } : {}),
    ...(call.body ? { requestBody: { required: true, content: bodyContent(call, schemaOf(call.body, 'input')) } } : {}),
    responses: {
      [status]: { description: 'Done', ...(status === 204 ? {} : { content: answerContent(call, schemaOf) }) },
      ...conditional(call),
      ...Object.fromEntries(failures),
    },
  };
}

/** Answers to conditional requests and requests for a part. */
function conditional(call: AnyCall): Record<string, unknown> {
  const isFile = call.answerTypes !== undefined && call.access === 'guest';
  return {
    ...(call.cache || isFile ? { 304: { description: 'The client has it already' } } : {}),
    ...(isFile ? { 206: { description: 'The requested part', content: binary(call.answerTypes!) } } : {}),
  };
}

const binary = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));

const answerContent = (call: AnyCall, schemaOf: SchemaOf) =>
  call.answerTypes ? binary(call.answerTypes) : { 'application/json': { schema: schemaOf(call.answer, 'output') } };

function bodyContent(call: AnyCall, json: Record<string, unknown>) {
  if (!call.files) return { 'application/json': { schema: json } };
  const types = Object.entries(call.files);
  const files = Object.fromEntries(types.map(([name]) => [name, { type: 'string', format: 'binary' }]));
  return {
    'application/json': { schema: json },
    'multipart/form-data': {
      schema: { ...json, properties: { ...(json['properties'] as object), ...files } },
      encoding: Object.fromEntries(types.map(([name, contentType]) => [name, { contentType }])),
    },
  };
}
