import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { networkOf } from './network.ts'
import { Refusal } from './refusal.ts'
import { blindIndexes, type Keyring, open, type SecretCell, seal } from './secrets.ts'

const retentionDays = 7

/** Seconds after which a call without an answer counts as abandoned and may be repeated. */
const abandonedAfter = 60

export interface KeyedCall {
  caller: string
  key: string
  /** Any text that is the same for the same call with the same body. */
  content: string
}

/**
 * The caller of a call without sign-in. Guests differ only by network (networkOf) and by what they send, so both are part
 * of the caller: a repeat after a lost connection gets the stored answer, while the same key with another body or from
 * another network counts as another guest, never sees the first one's answer, and runs on its own.
 */
export function guestCaller(ring: Keyring, ip: string | null, content: string): string {
  return `guest:${networkOf(ip)}:${macsOf(ring, { content })[0]!.toString('base64url')}`
}

export interface StoredAnswer {
  status: number
  body: string
}

/**
 * Claims a key, or gives the answer that an earlier call has had. In the transaction that does the work a second call
 * waits here until the first has ended. Refuses (api.key_reused) a key of another request, and
 * (api.in_progress) while the first works without a transaction.
 */
export async function claimKey(
  trx: Transaction<DB>,
  ring: Keyring,
  call: KeyedCall,
): Promise<StoredAnswer | undefined> {
  const { caller, key } = call
  const macs = macsOf(ring, call)
  const claimed = await trx
    .insertInto('platform.idempotency_key')
    .values({ caller, key, body_mac: macs[0]! })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'caller', 'key'])
        .doUpdateSet({ claimed_at: sql`now()` })
        .where(abandoned(macs)),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const kept = await own(trx, call).executeTakeFirstOrThrow()
  if (!macs.some((mac) => mac.equals(kept.body_mac))) throw new Refusal('api.key_reused')
  if (kept.status === null || kept.answer === null) throw new Refusal('api.in_progress')
  return { status: kept.status, body: open(ring, cellOf(call), kept.answer) }
}

/** Claimed too long ago without an answer, or by a clock that was ahead: the process that claimed it is gone. */
function abandoned(macs: Buffer[]) {
  return sql<boolean>`idempotency_key.status is null and idempotency_key.body_mac = any(${macs}::bytea[])
    and idempotency_key.claimed_at not between now() - make_interval(secs => ${abandonedAfter})
      and now() + make_interval(secs => ${abandonedAfter})`
}

/** Encrypted, because an answer may be confidential to its caller. */
export async function storeAnswer(
  trx: Transaction<DB>,
  ring: Keyring,
  call: KeyedCall,
  { status, body }: StoredAnswer,
): Promise<void> {
  const { caller, key } = call
  await trx
    .updateTable('platform.idempotency_key')
    .set({ status, answer: seal(ring, cellOf(call), body) })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
    .execute()
}

/** After a refusal nothing was done, so the same key may call again. */
export async function releaseKey(trx: Transaction<DB>, { caller, key }: KeyedCall): Promise<void> {
  await trx
    .deleteFrom('platform.idempotency_key')
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
    .execute()
}

/** Runs in the platform's schema; returns how many were deleted. */
export async function forgetOldKeys(trx: Transaction<DB>): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('platform.idempotency_key')
    .where('claimed_at', '<', sql<Date>`now() - make_interval(days => ${retentionDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function cellOf({ caller, key }: KeyedCall): SecretCell {
  return { place: 'platform', table: 'idempotency_key', column: 'answer', row: `${caller} ${key}` }
}

function own(db: Kysely<DB>, { caller, key }: KeyedCall) {
  return db
    .selectFrom('platform.idempotency_key')
    .select(['body_mac', 'status', 'answer'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
}

/** Keyed, since bodies may hold what must not be guessed; hashed first, since the MAC ignores case and spaces. */
function macsOf(ring: Keyring, { content }: Pick<KeyedCall, 'content'>): Buffer[] {
  const column = { place: 'platform', table: 'idempotency_key', column: 'body_mac' }
  return blindIndexes(ring, column, createHash('sha256').update(content).digest('hex'))
}
