import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { openStates } from '#app/domain/core/invoicing/attempt-states.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { chipAccount, leftHook, sealedKey } from './account.ts'
import type { ChipAccountInput } from './account-form.ts'

/** What was learned of an account by trying it; of another account, key or mode nothing is known. */
const untried = {
  ...{ methods: [] as string[], public_key: null, hook_id: null, hook_key: null },
  ...{ checked_at: null, fault: null },
}

/**
 * Enters or changes the organisation's account with CHIP. Whatever changes of it must be tried anew before families are
 * offered it, and with another brand or mode every purchase that can still be paid is cancelled. The webhook of what is left
 * is taken away at CHIP, with the key that made it. Refuses a mode without
 * its key (chip.key_missing), another brand with the keys of the old one (chip.keys_again), and a form that is stale.
 */
export async function saveChipAccount(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { brand_id, mode, test_key, live_key, version }: ChipAccountInput,
): Promise<void> {
  const before = await chipAccount(trx)
  refuseStale({ version: before?.version ?? 0 }, version)
  const id = before?.id ?? newId()
  const typed = { test: test_key, live: live_key }
  const elsewhere = before !== undefined && before.brand_id !== brand_id
  if (elsewhere && !typed[mode]) throw new Refusal('chip.keys_again', `${mode}_key`)
  const kept = (of: 'test' | 'live') => (elsewhere ? null : (before?.[`${of}_key_sealed`] ?? null))
  const sealed = (of: 'test' | 'live') => (typed[of] ? sealedKey(keys, id, of, typed[of]) : kept(of))
  const secrets = { test_key_sealed: sealed('test'), live_key_sealed: sealed('live') }
  if (!secrets[`${mode}_key_sealed`]) throw new Refusal('chip.key_missing', `${mode}_key`)
  const moved = elsewhere || before?.mode !== mode
  const values = { brand_id, mode, ...secrets, ...(moved || typed[mode] ? untried : {}) }
  await trx
    .insertInto('chip_account')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...values,
        ...{ version: sql`chip_account.version + 1`, updated_at: sql`now()`, updated_by: actor.id },
      }),
    )
    .execute()
  if (before && moved) await leavePurchases(trx)
  const left = before && (moved || typed[mode]) ? leftHook(keys, before) : null
  if (left) await enqueue(trx, 'chip.unhook', left)
  const told = { brand_id, mode }
  await record(
    trx,
    actor,
    'chip_account.saved',
    { type: 'chip_account', id },
    {
      ...(before ? { before: { brand_id: before.brand_id, mode: before.mode } } : {}),
      after: {
        ...told,
        ...(test_key ? { test_key: 'changed' } : {}),
        ...(live_key ? { live_key: 'changed' } : {}),
      },
    },
  )
}

/** Those that could still be paid into the account, or in the mode, that is left. */
async function leavePurchases(trx: Transaction<DB>): Promise<void> {
  const open = await trx
    .selectFrom('payment_attempt')
    .select('id')
    .where('gateway', '=', 'chip')
    .where('state', 'in', openStates)
    .where('purchase_id', 'is not', null)
    .execute()
  for (const { id: attempt_id } of open) await enqueue(trx, 'chip.cancel', { attempt_id })
}
