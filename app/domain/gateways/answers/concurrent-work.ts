import type { Transaction } from 'kysely'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import type { Channel } from '#app/domain/payments/attempts/gateway-messages.ts'
import { startAttempt } from '#app/domain/payments/attempts/start.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { verifyAc } from '#app/integrations/fpx/answers.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { DB } from '#db/types.ts'

/** What one of many does about an invoice at the same moment as the others; nothing in it but plain values. */
export type Deed =
  | { kind: 'bank'; attempt_id: string; channel: Channel; body: string }
  | { kind: 'counter'; invoice_id: string; sen: number; paid_on: string }
  | { kind: 'payer'; code: string; at: string }
  | { kind: 'office'; invoice_id: string }

export interface Circumstances {
  config: FpxConfig
  ring: Keyring
  /** Somebody of the office, in whose name the counter takes money and an invoice is cancelled. */
  person: { id: string; name: string }
}

type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** What became of it: the code of what was refused, or the effect. Throws for anything but a refusal. */
export async function doDeed(write: Write, deed: Deed, about: Circumstances): Promise<string> {
  try {
    return await write((trx) => work(trx, deed, about))
  } catch (error) {
    const { name, code } = error as { name: string; code?: string }
    if (name === 'Refusal' && code) return code
    throw error
  }
}

async function work(
  trx: Transaction<DB>,
  deed: Deed,
  { config, ring, person }: Circumstances,
): Promise<string> {
  const actor: Actor = { ...systemActor, ...person, type: 'user' }
  const scope = { scope: 'all' as const, user_id: person.id, branch_ids: [], parent_id: null }
  switch (deed.kind) {
    case 'bank': {
      const at = currentTime()
      const result = verifyAc(config, deed.body, at)
      if (!result.ok) throw new Error(`not verified: ${result.reason}`)
      const { ac, fingerprint } = result
      const raw = Buffer.from(deed.body)
      const answer = { channel: deed.channel, report: ac, raw, fingerprint, environment: 'uat', at, ring }
      return (await applyAnswer(trx, systemActor, deed.attempt_id, answer)).effect
    }
    case 'counter': {
      const input = {
        method: 'cash' as const,
        amount: deed.sen,
        paid_on: deed.paid_on,
        despite_attempt: 'on' as const,
      }
      await recordPayment(trx, actor, deed.invoice_id, input, {
        scope,
        today: deed.paid_on,
        backdate_days: 30,
      })
      return 'taken'
    }
    case 'payer':
      await startAttempt(trx, systemActor, config, {
        ...{ codes: [deed.code], model: 'B2C', buyer_name: 'Nur Aisyah', buyer_email: null, locale: 'en' },
        ...{ bank: { code: 'TEST0021', name: 'SBI Bank A', online: true }, at: new Date(deed.at) },
      })
      return 'begun'
    case 'office':
      await cancelInvoice(trx, actor, scope, deed.invoice_id, null, 'Dibilkan dua kali, dibatalkan')
      return 'cancelled'
  }
}

/** So many at a time, in the order in which they stand. */
export async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  one: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = [...items]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) results.push(await one(item))
    }),
  )
  return results
}
