import type { Actor } from '#app/domain/core/actor.ts'
import { startAttempt } from '#app/domain/payments/attempts/start.ts'
import { at, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { student } from '#tests/support/database/factories.ts'
import { credit, invoice } from '#tests/support/database/money-factories.ts'
import type { Shown } from './basket.ts'

export const sums = [12_000, 5_050, 999]

export interface Family {
  actor: Actor
  parent_id: string
  children: { name: string }[]
  bills: Awaited<ReturnType<typeof invoice>>[]
  codes: string[]
  shown: Shown
}

/** Families of an organisation who are signed in, and what they do. */
export function familiesOf(shop: Shop) {
  /** A parent who is signed in, two children, and three invoices of them. */
  async function family(each: readonly number[] = sums): Promise<Family> {
    const { write, branch } = shop.tenant
    const { children, bills } = await write(async (trx) => {
      const eldest = await student(trx, { branch_id: branch.id })
      const second = await student(trx, { branch_id: branch.id }, { payer: eldest.payer! })
      const children = [eldest, second]
      const bills = []
      for (const [n, price_sen] of each.entries())
        bills.push(
          await invoice(
            trx,
            { student_id: children[n % 2]!.id, payer_parent_id: eldest.payer!.id, branch_id: branch.id },
            [{ price_sen }],
          ),
        )
      return { children, bills }
    })
    const parent_id = children[0]!.payer!.id
    const actor: Actor = { ...(await shop.tenant.actor('parent')), parent_id }
    const codes = bills.map(({ public_code }) => public_code)
    const owed_sen = [...each]
    const shown: Shown = { fee_sen: 100, credit_sen: 0, owed_sen }
    return { actor, parent_id, children, bills, codes, shown }
  }

  /** Starts the payment as the family that is signed in; returns the attempt. */
  async function start(
    { actor, codes }: Family,
    { shown, part_sen, only = codes }: { shown?: Shown; part_sen?: number; only?: readonly string[] } = {},
  ) {
    const code = await shop.tenant.write((trx) =>
      startAttempt(trx, actor, shop.config, {
        ...{ codes: only, shown, part_sen, model: 'B2C', at, locale: 'en' },
        bank: { code: 'TEST0021', name: 'SBI Bank A', online: true },
        ...{ buyer_name: 'Nur Aisyah', buyer_email: 'aisyah@family.test' },
      }),
    )
    return shop.attempt(code)
  }

  const give = (parent_id: string, delta_sen: number) =>
    shop.tenant.write((trx) => credit(trx, { parent_id, delta_sen }))

  const creditNow = async (parent_id: string) => {
    const { sen } = await shop.tenant.read((db) =>
      db
        .selectFrom('credit_entry')
        .select((eb) => eb.fn.sum<number>('delta_sen').as('sen'))
        .where('parent_id', '=', parent_id)
        .executeTakeFirstOrThrow(),
    )
    return Number(sen ?? 0)
  }

  const allocationsOf = (payment_id: string) =>
    shop.tenant.read((db) =>
      db
        .selectFrom('payment_allocation')
        .select(['invoice_id', 'amount_sen'])
        .where('payment_id', '=', payment_id)
        .orderBy('invoice_id')
        .execute(),
    )

  const states = async ({ bills }: Family) =>
    Promise.all(bills.map(async ({ id }) => (await shop.invoiceNow(id)).status))

  return { family, start, give, creditNow, allocationsOf, states }
}
