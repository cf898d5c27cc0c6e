import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import {
  approveRefund,
  askForRefund,
  cancelRefund,
  payRefund,
  withdrawRefund,
} from './change-credit-refund.ts'

const scope: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
const reason = 'Pindah ke negeri lain'

interface History {
  tenant: Tenant
  /** Who asks, and who decides and pays. */
  people: readonly [asks: Actor, decides: Actor]
  parent_id: string
  today: string
}

/** A refund of credit in the state that `n` selects: requested, withdrawn, cancelled after approval, or paid. */
export async function refundInPart(
  { tenant: { write, place }, people, parent_id, today }: History,
  n: number,
) {
  const [asks, decides] = people
  const keys = { ring: environmentKeyring(environment), place: place.schema }
  const input = { amount: (n % 300) + 3, reason, method: 'cash', payee_name: 'Puan Ibu' } as const
  const { id } = await write((trx) => askForRefund(trx, asks, scope, keys, parent_id, input))
  const end = n % 5
  if (end === 0) return
  if (end === 1) return void (await write((trx) => withdrawRefund(trx, asks, scope, id)))
  await write((trx) => approveRefund(trx, decides, scope, id, today))
  if (end === 2)
    return void (await write((trx) => cancelRefund(trx, decides, scope, id, { decision_reason: reason })))
  await write((trx) => payRefund(trx, decides, scope, id, { input: { paid_on: today }, today }))
}
