import { z } from 'zod'
import { type ApiCall, apiCalls } from './calls.ts'
import { type ApiCode, apiStatuses } from './codes.ts'

export function openApiDocument() {
  const paths = Object.entries<ApiCall>(apiCalls).map(([name, call]) => [
    `/api/${name}`,
    { [call.method.toLowerCase()]: operation(name, call) },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lunas',
      version: '1',
      description:
        'Amounts are whole sen, dates `YYYY-MM-DD` in Malaysia, instants UTC. Every answer is `{ "result": … }` or `{ "error": … }`.',
    },
    servers: [{ url: '/', description: 'The host of the organisation, or the main host' }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema = schemaOf(
  z.object({
    error: z.object({
      code: z.string().describe('Stable; the words may change'),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      requestId: z.string(),
    }),
  }),
  'output',
)

function operation(name: string, call: ApiCall) {
  const { does, access, on, query, body, result, idempotent } = call
  return {
    operationId: name.replace(/\/([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    summary: does,
    description: `On ${on.map((side) => (side === 'main' ? 'the main host' : "an organisation's host")).join(' and ')}.`,
    security: access === 'guest' ? [] : [{ token: [] }],
    parameters: [...queryParameters(query), ...(idempotent ? [keyParameter] : [])],
    ...(body && { requestBody: { required: true, content: jsonOf(schemaOf(body, 'input')) } }),
    responses: {
      200: {
        description: 'Done',
        headers: limitHeaders,
        content: jsonOf(schemaOf(z.object({ result }), 'output')),
      },
      ...errorResponses(errorsOf(call)),
    },
  }
}

/** Includes what every call may refuse with. */
export function errorsOf({ access, body, query, errors, idempotent }: ApiCall): ApiCode[] {
  const token: ApiCode[] = ['AUTH_TOKEN_INVALID', 'AUTH_TOKEN_EXPIRED', 'SESSION_TIMEOUT', 'AUTH_INACTIVE']
  const codes: ApiCode[] = [
    ...(access === 'guest' ? [] : token),
    ...(access === 'guest' || access === 'signed-in'
      ? []
      : (['ROLE_UNSUITABLE', 'ACTION_NOT_ALLOWED'] as const)),
    ...(body ? (['CROSS_SITE', 'MEDIA_TYPE_UNSUPPORTED', 'BODY_TOO_LARGE'] as const) : []),
    ...(idempotent ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(body || query ? (['INPUT_INVALID'] as const) : []),
    ...errors,
    'INPUT_INVALID',
    'RATE_LIMITED',
    'UNEXPECTED',
    'UNAVAILABLE',
  ]
  return [...new Set(codes)]
}

function errorResponses(codes: ApiCode[]) {
  const byStatus = new Map<number, ApiCode[]>()
  for (const code of codes)
    for (const status of apiStatuses(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  const responses = [...byStatus].map(([status, some]) => {
    const code = { type: 'string', enum: some }
    const allOf = [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { error: { type: 'object', properties: { code } } } },
    ]
    return [status, { description: some.join(', '), content: jsonOf({ allOf }) }]
  })
  return Object.fromEntries(responses)
}

function queryParameters(query: z.ZodObject | undefined) {
  const { properties = {}, required = [] } = query ? schemaOf(query, 'input') : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body is done once and answered alike, for seven days.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
}

const limitHeaders = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [
    name,
    { schema: { type: 'integer' } },
  ]),
)

const jsonOf = (schema: object) => ({ 'application/json': { schema } })

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  })
  return made
}
