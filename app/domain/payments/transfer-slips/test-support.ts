import { createHash } from 'node:crypto'
import { type Actor, everywhere, systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { confirmSlip, submitSlip } from './change-slip.ts'
import { transferSlip } from './find-slips.ts'
import type { ConfirmSlipInput } from './transfer-slip.ts'

export const today = '2026-02-10'
export const no = { decision_reason: 'Wang belum diterima' }
export const said = { amount: 12_000, paid_on: '2026-02-05', reference_no: 'MBB 770-123' }

let serial = 0
/** A paper as it lies in the store; another one each time. */
export const paper = (content = `paper ${++serial}`) => ({
  ...{ storage_key: `ab/${++serial}.pdf`, name: 'slip', content_type: 'application/pdf' },
  bytes: Buffer.from(content),
  hash: createHash('sha256').update(content).digest('hex'),
})

/** An organisation whose families show transfers of RM120.00 each, and a clerk and an administrator who decide. */
export async function openDesk() {
  const tenant = await freshTenant()
  const [clerk, admin] = await Promise.all([tenant.actor('clerk'), tenant.actor('admin')])
  const bill = (given: object = {}, sen = 12_000) =>
    tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, ...given }, [{ price_sen: sen }]))
  const slipOf = (id: string) => tenant.read((db) => transferSlip(db, everywhere, id))

  /** Submits a slip with a reference of its own, by default without an account. */
  const show = (code: string, given: object = {}, file = paper(), actor = systemActor) =>
    tenant
      .write((trx) => {
        const reference_no = `IBG ${100_000 + ++serial}`
        return submitSlip(trx, actor, code, { ...said, reference_no, ...given }, file, today)
      })
      .catch((error) => Promise.reject(asRefusal(error) ?? error))

  async function confirm(
    id: string,
    given: Partial<ConfirmSlipInput> = {},
    actor: Actor = clerk,
    scope = everywhere,
  ) {
    const { amount_sen: amount, paid_on, reference_no } = await slipOf(id)
    const input = { amount, paid_on, reference_no, ...given }
    return tenant.write((trx) => confirmSlip(trx, actor, scope, id, input, today))
  }

  async function balanceOf({ id }: { id: string }) {
    const find = (db: Parameters<Parameters<typeof tenant.read>[0]>[0]) =>
      db
        .selectFrom('invoice')
        .select(['status', 'balance_sen'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    return tenant.read(find)
  }

  return { tenant, clerk, admin, bill, slipOf, show, confirm, balanceOf }
}
