import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { at, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { arrangementForm } from './arrangement.ts'
import { proposeArrangement } from './change-arrangement.ts'
import { arrangementOf } from './find-arrangements.ts'

export const today = todayIn(at)
export const later = (days: number) => addDays(today, days)

export type Bill = Awaited<ReturnType<Shop['bill']>>

interface Proposed {
  /** Day and ringgit of each part. */
  parts?: [string, string][]
  invoices?: string[]
  as?: 'clerk' | 'supervisor'
  scope?: RowScope
}

/** An organisation with what its families agree to. */
export async function arrangementShop() {
  const shop = await openShop()

  /** In two parts of RM60 in a week and a month, unless it says; a supervisor agrees at once. */
  async function propose(bill: Bill, given: Proposed = {}) {
    const actor = await shop.tenant.actor(given.as ?? 'clerk')
    const parts = given.parts ?? [
      [later(7), '60.00'],
      [later(37), '60.00'],
    ]
    const input = arrangementForm.parse({
      ...{ invoices: given.invoices ?? [bill.id], reason: 'Bapa kehilangan kerja' },
      parts: parts.map(([due_on, amount]) => ({ due_on, amount })),
    })
    const rules = { scope: given.scope ?? everywhere, today, decides: given.as === 'supervisor' }
    const made = await shop.tenant.write((trx) =>
      proposeArrangement(trx, actor, bill.payer_parent_id, input, rules),
    )
    return made.id
  }

  return {
    ...shop,
    propose,
    agreed: (bill: Bill) => propose(bill, { as: 'supervisor' }),
    now: (id: string, on = today) => shop.tenant.read((db) => arrangementOf(db, everywhere, id, on)),
  }
}
export type ArrangementShop = Awaited<ReturnType<typeof arrangementShop>>

/** Code, field and values of a refusal, as far as it has them. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => {
      const { code, field, values } = asRefusal(error) ?? { code: String(error) }
      return {
        code,
        ...(field ? { field } : {}),
        ...(Object.keys(values ?? {}).length > 0 ? { values } : {}),
      }
    },
  )
