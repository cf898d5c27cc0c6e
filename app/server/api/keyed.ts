import type { Transaction } from 'kysely'
import {
  claimKey,
  type KeptAnswer,
  type KeyedCall,
  keepAnswer,
  releaseKey,
} from '#app/domain/idempotency.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

/**
 * The key that makes a call happen once, if it has one: whose it is, and a text that is the same for the same call.
 * Refuses (api.key_form) a key that is none.
 */
export function keyedCall(
  request: Request,
  context: RequestContext,
  name: string,
  input: unknown,
): KeyedCall | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\w-]{8,100}$/.test(key)) throw new Refusal('api.key_form')
  const { actor } = context
  const caller = actor.id === null ? 'guest' : `${actor.type}:${actor.id}`
  return { caller, key, content: `${name} ${JSON.stringify(sorted(input))}` }
}

/** The work and the key in one transaction: both are kept or neither. */
export async function onceInTransaction(
  context: RequestContext,
  call: KeyedCall,
  work: (trx: Transaction<DB>) => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  return context.write(async (trx) => {
    const kept = await claimKey(trx, context.services.ring, call)
    if (kept) return { answer: kept, replayed: true }
    const answer = await work(trx)
    await keepAnswer(trx, context.services.ring, call, answer)
    return { answer, replayed: false }
  })
}

/** For work that talks to others and so has several transactions: the key is claimed first, and given up if it fails. */
export async function onceInSteps(
  context: RequestContext,
  call: KeyedCall,
  work: () => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const kept = await context.write((trx) => claimKey(trx, context.services.ring, call))
  if (kept) return { answer: kept, replayed: true }
  try {
    const answer = await work()
    await context.write((trx) => keepAnswer(trx, context.services.ring, call, answer))
    return { answer, replayed: false }
  } catch (error) {
    await context.write((trx) => releaseKey(trx, call))
    throw error
  }
}

/** The same for the same fields in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]))
}
