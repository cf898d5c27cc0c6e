import type { Transaction } from 'kysely'
import {
  claimKey,
  guestCaller,
  type KeyedCall,
  releaseKey,
  type StoredAnswer,
  storeAnswer,
} from '#app/domain/core/idempotency.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

/** Undefined without a key. Refuses (api.key_form) one out of form. */
export function keyedCall(
  request: Request,
  context: RequestContext,
  name: string,
  input: unknown,
): KeyedCall | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\w-]{8,100}$/.test(key)) throw new Refusal('api.key_form')
  const { actor, services } = context
  const content = `${name} ${JSON.stringify(sorted(input))}`
  const { id, type, ip } = actor
  return { caller: id === null ? guestCaller(services.ring, ip, content) : `${type}:${id}`, key, content }
}

/** Work and key are both kept or neither. */
export async function onceInTransaction(
  context: RequestContext,
  call: KeyedCall,
  work: (trx: Transaction<DB>) => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  return context.write(async (trx) => {
    const kept = await claimKey(trx, context.services.ring, call)
    if (kept) return { answer: kept, replayed: true }
    const answer = await work(trx)
    await storeAnswer(trx, context.services.ring, call, answer)
    return { answer, replayed: false }
  })
}

/** For work with several transactions: the key is claimed first, and given up if the work fails. */
export async function onceInSteps(
  context: RequestContext,
  call: KeyedCall,
  work: () => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const kept = await context.write((trx) => claimKey(trx, context.services.ring, call))
  if (kept) return { answer: kept, replayed: true }
  try {
    const answer = await work()
    await context.write((trx) => storeAnswer(trx, context.services.ring, call, answer))
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
