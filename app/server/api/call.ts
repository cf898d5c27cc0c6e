import type { ActionFunctionArgs } from '@remix-run/node'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { StoredAnswer } from '#app/domain/core/idempotency.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'
import { apiInputError, apiProblem, apiRefusal, json } from './answers.ts'
import { apiCalls, type CallName } from './calls.ts'
import { BadInput, readBody, readQuery } from './input.ts'
import { keyedCall, onceInSteps, onceInTransaction } from './keyed.ts'
import { countCall } from './limits.ts'

type Calls = typeof apiCalls
type Input<N extends CallName> = Calls[N] extends { body: infer S extends z.ZodType }
  ? z.output<S>
  : Calls[N] extends { query: infer S extends z.ZodType }
    ? z.output<S>
    : Record<never, never>
type Result<N extends CallName> = z.input<Calls[N]['result']>

interface Arrival<N extends CallName> {
  input: Input<N>
  context: RequestContext
  request: Request
}
/** Cookies and the like are nobody's business here. */
type Work<A, N extends CallName> = (arrival: Arrival<N> & A) => Promise<Result<N>>
type Args = Pick<ActionFunctionArgs, 'request' | 'context'>

export function apiRead<N extends CallName>(name: N, work: Work<{ db: Kysely<DB> }, N>) {
  return endpoint(name, async (arrival) => {
    const { context } = arrival
    return answerOf(name, await work({ ...arrival, db: await context.read() }))
  })
}

/** Runs in one transaction, and with an Idempotency-Key once. */
export function apiChange<N extends CallName>(name: N, work: Work<{ trx: Transaction<DB> }, N>) {
  return endpoint(name, async (arrival, keyed) => {
    const inside = async (trx: Transaction<DB>) => answerOf(name, await work({ ...arrival, trx }))
    const { context } = arrival
    return keyed ? replayable(await onceInTransaction(context, keyed, inside)) : context.write(inside)
  })
}

/** Opens transactions of its own, because it hashes or talks to others between them. */
export function apiSteps<N extends CallName>(name: N, work: Work<unknown, N>) {
  return endpoint(name, async (arrival, keyed) => {
    const steps = async () => answerOf(name, await work(arrival))
    return keyed ? replayable(await onceInSteps(arrival.context, keyed, steps)) : steps()
  })
}

type Answer = StoredAnswer & { replayed?: boolean }
const replayable = ({ answer, replayed }: { answer: StoredAnswer; replayed: boolean }): Answer => ({
  ...answer,
  replayed,
})

/** Only what the call's schema lists leaves the product, whatever the work has given. */
function answerOf(name: CallName, result: unknown): Answer {
  return { status: 200, body: JSON.stringify({ result: apiCalls[name].result.parse(result) }) }
}

/** Refuses another method, counts the call, checks its input, and tells what was refused as JSON. */
function endpoint<N extends CallName>(
  name: N,
  work: (arrival: Arrival<N>, keyed: ReturnType<typeof keyedCall>) => Promise<Answer>,
) {
  const { method, idempotent } = apiCalls[name] as { method: string; idempotent?: true }

  async function answer({ request, context }: Args): Promise<Response> {
    const asked = request.method === 'HEAD' ? 'GET' : request.method
    if (asked !== method) return apiProblem({ ...context, status: 405, code: 'api.method', allow: method })
    const { allowed, headers, resetsIn } = await countCall(context, method)
    const response = await (allowed
      ? answered(request, context)
      : refused(context, new Refusal('too_many_requests')))
    if (!allowed) response.headers.set('retry-after', String(resetsIn))
    for (const [header, value] of Object.entries(headers)) response.headers.set(header, value)
    return response
  }

  async function answered(request: Request, context: RequestContext): Promise<Response> {
    try {
      const input = (await inputOf(name, request)) as Input<N>
      const keyed = idempotent ? keyedCall(request, context, name, input) : undefined
      const { status, body, replayed } = await work({ input, context, request }, keyed)
      const response = json(body, status)
      if (replayed) response.headers.set('idempotent-replayed', 'true')
      return response
    } catch (error) {
      return refused(context, error)
    }
  }

  return { loader: answer, action: answer }
}

/** What the product refuses is an answer; anything else is a mistake and goes on. */
async function refused(context: RequestContext, error: unknown): Promise<Response> {
  if (error instanceof BadInput) return apiInputError(context, error.fields)
  const refusal = asRefusal(error)
  if (!refusal) throw error
  return apiRefusal(context, refusal)
}

async function inputOf(name: CallName, request: Request): Promise<unknown> {
  const { body, query } = apiCalls[name] as { body?: z.ZodType; query?: z.ZodType }
  if (!body) return readQuery(request, query ?? noQuery)
  readQuery(request, noQuery)
  return readBody(request, body)
}

const noQuery = z.strictObject({})
