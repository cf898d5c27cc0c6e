import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { openStates } from '#app/domain/core/invoicing/attempt-states.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { GatewayTools } from '#app/domain/payments/attempts/gateway-client.ts'
import {
  cancelPurchase,
  createHook,
  createPurchase,
  fetchKey,
  fetchMethods,
  type Refused,
} from '#app/integrations/chip/calls.ts'
import type { ChipConfig } from '#app/integrations/chip/config.ts'
import { CHIP_LIMITS } from '#app/integrations/chip/limits.ts'
import { groupsOf } from '#app/integrations/chip/methods.ts'
import type { Unknown } from '#app/integrations/gateway/gateway.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type ChipAccountInput, chipAccount, chipConfig, hookToRemove, sealedKey } from './account.ts'

/** The results of testing an account, which do not hold for another account, key or mode. */
const untried = {
  ...{ methods: [] as string[], public_key: null, hook_id: null, hook_key: null },
  ...{ checked_at: null, fault: null },
}

/**
 * Saves the organisation's CHIP account. A changed account must be tested again before families are offered it, and with
 * another brand or mode every purchase that can still be paid is cancelled. The webhook of the former account is deleted at
 * CHIP, with the key that made it. Refuses a mode without its key (chip.key_missing), another brand with the keys of the old
 * one (chip.keys_again), and version_conflict.
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
  const otherBrand = before !== undefined && before.brand_id !== brand_id
  if (otherBrand && !typed[mode]) throw new Refusal('chip.keys_again', `${mode}_key`)
  const storedKey = (of: 'test' | 'live') => (otherBrand ? null : (before?.[`${of}_key_sealed`] ?? null))
  const sealed = (of: 'test' | 'live') => (typed[of] ? sealedKey(keys, id, of, typed[of]) : storedKey(of))
  const secrets = { test_key_sealed: sealed('test'), live_key_sealed: sealed('live') }
  if (!secrets[`${mode}_key_sealed`]) throw new Refusal('chip.key_missing', `${mode}_key`)
  const moved = otherBrand || before?.mode !== mode
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
  if (before && moved) await cancelOpenPurchases(trx)
  const hook = before && (moved || typed[mode]) ? hookToRemove(keys, before) : null
  if (hook) await enqueue(trx, 'chip.unhook', hook)
  const account = { brand_id, mode }
  await record(
    trx,
    actor,
    'chip_account.saved',
    { type: 'chip_account', id },
    {
      ...(before ? { before: { brand_id: before.brand_id, mode: before.mode } } : {}),
      after: {
        ...account,
        ...(test_key ? { test_key: 'changed' } : {}),
        ...(live_key ? { live_key: 'changed' } : {}),
      },
    },
  )
}

/** Cancels purchases that could still be paid into the former account or mode. */
async function cancelOpenPurchases(trx: Transaction<DB>): Promise<void> {
  const open = await trx
    .selectFrom('payment_attempt')
    .select('id')
    .where('gateway', '=', 'chip')
    .where('state', 'in', openStates)
    .where('purchase_id', 'is not', null)
    .execute()
  for (const { id: attempt_id } of open) await enqueue(trx, 'chip.cancel', { attempt_id })
}

/** The sentences are `chip.faults.<fault>`. */
const chipFaults = ['refused', 'silent', 'other_mode', 'no_methods'] as const
export type ChipFault = (typeof chipFaults)[number]

type Learned = { methods: string[]; public_key: string; hook: { id: string; pem: string } | null }

/** One ringgit, cancelled at once: the purchase shows to which mode the key belongs. */
const trial = { amount_sen: 100, name: 'Lunas', reference: 'lunas-connection-test' }

export interface Tried {
  fault: ChipFault | null
  /** CHIP's own words of a refusal. */
  detail: string | null
}

/**
 * Tests whether CHIP accepts brand and key: reads the payment methods, makes a purchase and cancels it, fetches the public
 * key of callbacks and registers a webhook for refunds. On success families are offered CHIP, with a payment option of its
 * own if there is none. Undefined without an account, or if it was changed in the meantime.
 */
export async function tryChipAccount(
  { write, gateways, releaseConnection, timeoutMs = 8_000 }: Omit<GatewayTools, 'now'>,
  actor: Actor,
  about: { hook: string; callback: string; back: string; email: string; option: string },
): Promise<Tried | undefined> {
  const before = await write(async (trx) => {
    const account = await chipAccount(trx)
    return account && { account, config: await chipConfig(trx, gateways.chip) }
  })
  if (!before) return undefined
  await releaseConnection?.()
  const { account, config } = before
  const learned = await learn(config, { ...about, hooked: account.hook_id !== null, timeoutMs })
  const fault = 'fault' in learned ? learned.fault : null
  const noted = await write(async (trx) => {
    const row = await trx
      .updateTable('chip_account')
      .set(
        'fault' in learned
          ? { fault: learned.fault, checked_at: sql<Date>`now()` }
          : {
              ...{ methods: learned.methods, public_key: learned.public_key, fault: null },
              ...(learned.hook ? { hook_id: learned.hook.id, hook_key: learned.hook.pem } : {}),
              checked_at: sql<Date>`now()`,
            },
      )
      .where('id', '=', account.id)
      .where('version', '=', account.version)
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    if (!fault) await offer(trx, actor, about.option)
    await record(trx, actor, 'chip_account.tried', { type: 'chip_account', id: row.id }, { after: { fault } })
    return true
  })
  if (!noted) return undefined
  return 'fault' in learned ? learned : { fault: null, detail: null }
}

async function learn(
  config: ChipConfig,
  asked: { hook: string; callback: string; back: string; email: string; hooked: boolean; timeoutMs: number },
): Promise<Learned | { fault: ChipFault; detail: string | null }> {
  const options = { timeoutMs: asked.timeoutMs }
  const found = await fetchMethods(config, options)
  if (found.kind !== 'methods') return failed(found)
  if (groupsOf(found.methods).length === 0) return { fault: 'no_methods', detail: null }
  const due = new Date(currentTime().getTime() + 600_000)
  const { callback, back, email } = asked
  const methods = found.methods.slice(0, 1)
  const order = { ...trial, callback, back, email, full_name: null, language: 'en', methods, due } as const
  const made = await createPurchase(config, order, options)
  if (made.kind !== 'made') return failed(made)
  await cancelPurchase(config, made.purchase.id, options)
  if (made.purchase.is_test !== (config.keyOf === 'test')) return { fault: 'other_mode', detail: null }
  const key = await fetchKey(config, options)
  if (key.kind !== 'key') return failed(key)
  // Only refunds made in CHIP's portal need the webhook; payments work without it.
  const hook = asked.hooked ? null : await createHook(config, asked.hook, options)
  return { methods: found.methods, public_key: key.pem, hook: hook?.kind === 'hook' ? hook : null }
}

function failed(reply: Refused | Unknown): { fault: ChipFault; detail: string } {
  return { fault: reply.kind === 'refused' ? 'refused' : 'silent', detail: reply.detail }
}

/** Creates an active payment option for CHIP; an existing one stays as it is, also if inactive. */
async function offer(trx: Transaction<DB>, actor: Actor, name: string): Promise<void> {
  const there = await trx
    .selectFrom('payment_option')
    .select('id')
    .where('method', '=', 'chip')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (there) return
  const { next } = await trx
    .selectFrom('payment_option')
    .select(sql<number>`coalesce(max(sort_order), 0) + 1`.as('next'))
    .executeTakeFirstOrThrow()
  const id = newId()
  const option = { code: 'CHIP', name, method: 'chip', status: 'active', sort_order: Number(next) }
  const made = await trx
    .insertInto('payment_option')
    .values({ id, ...option, ...CHIP_LIMITS, created_by: actor.id, updated_by: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made)
    await record(trx, actor, 'payment_option.created', { type: 'payment_option', id }, { after: option })
}
