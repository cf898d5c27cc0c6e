import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { currentTime } from '#app/domain/core/clock.ts'
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
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { chipAccount, chipConfig } from './account.ts'

/** The sentences are `chip.faults.<fault>`. */
const chipFaults = ['refused', 'silent', 'other_mode', 'no_methods'] as const
export type ChipFault = (typeof chipFaults)[number]

type Learned = { methods: string[]; public_key: string; hook: { id: string; pem: string } | null }

/** One ringgit, cancelled at once: what the key makes says which mode it is of. */
const trial = { amount_sen: 100, name: 'Lunas', reference: 'lunas-connection-test' }

export interface Tried {
  fault: ChipFault | null
  /** CHIP's own words of a refusal. */
  detail: string | null
}

/**
 * Whether CHIP takes brand and key: asks what is on, makes a purchase that nobody sees and cancels it, fetches the key of
 * callbacks and asks to be told of refunds. Then families are offered it, with a way to pay of its own where there is none
 * yet. Undefined without an account, or when it was changed meanwhile.
 */
export async function tryChipAccount(
  { write, gateways, rest, timeoutMs = 8_000 }: Omit<GatewayTools, 'now'>,
  actor: Actor,
  about: { hook: string; callback: string; back: string; email: string; option: string },
): Promise<Tried | undefined> {
  const before = await write(async (trx) => {
    const account = await chipAccount(trx)
    return account && { account, config: await chipConfig(trx, gateways.chip) }
  })
  if (!before) return undefined
  await rest?.()
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
  // Without it refunds of the portal are not heard of; payments need it for nothing.
  const hook = asked.hooked ? null : await createHook(config, asked.hook, options)
  return { methods: found.methods, public_key: key.pem, hook: hook?.kind === 'hook' ? hook : null }
}

function failed(reply: Refused | Unknown): { fault: ChipFault; detail: string } {
  return { fault: reply.kind === 'refused' ? 'refused' : 'silent', detail: reply.detail }
}

/** A way to pay by CHIP, switched on; where there was one, also switched off, it stays as it is. */
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
