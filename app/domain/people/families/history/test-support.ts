import { type Actor, everywhere, systemActor } from '#app/domain/core/actor.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { bindPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { csvOf, uploaded } from '#app/domain/payments/bank-statements/test-support.ts'
import { startPurchase } from '#app/domain/payments/chip/start-purchase.ts'
import { askForRefund } from '#app/domain/payments/credit-refunds/ask-for-refund.ts'
import { refundablePayments } from '#app/domain/payments/credit-refunds/by-chip/refundable.ts'
import { failRefund, settleRefund } from '#app/domain/payments/credit-refunds/by-chip/settle-refund.ts'
import { approveRefund } from '#app/domain/payments/credit-refunds/decide-refund.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { confirmSlip } from '#app/domain/payments/transfer-slips/decide-slip.ts'
import { handInSlip } from '#app/domain/payments/transfer-slips/hand-in.ts'
import { paper } from '#app/domain/payments/transfer-slips/test-support.ts'
import { readPurchase, reportOf } from '#app/integrations/chip/purchase.ts'

interface Office {
  shop: Shop
  /** Who asks, and who decides. */
  admin: Actor
  owner: Actor
  today: string
}

interface Bill {
  id: string
  public_code: string
  balance_sen: number
  payer_parent_id: string
}

/** By CHIP; of some the counter takes as much meanwhile, so that CHIP's money is the family's credit. */
export async function payByChip({ shop, admin, today }: Office, bill: Bill, n: number) {
  const { write } = shop.tenant
  const at = new Date(`${today}T01:00:00Z`)
  const code = await write((trx) =>
    startPurchase(trx, systemActor, {
      ...{ codes: [bill.public_code], group: 'card', buyer_name: 'Nur', buyer_email: null, locale: 'en', at },
    }),
  )
  const { id, order_no, amount_sen } = await shop.attempt(code)
  const purchase_id = crypto.randomUUID()
  const purchase = (status: string, refundable_amount = amount_sen) =>
    readPurchase(
      JSON.stringify({
        ...{ id: purchase_id, brand_id: 'brand', reference: order_no, is_test: false, status },
        ...{
          purchase: { total: amount_sen, total_override: amount_sen, currency: 'MYR' },
          refundable_amount,
        },
        payment:
          status === 'created'
            ? null
            : { amount: amount_sen, currency: 'MYR', is_outgoing: false, paid_on: at.getTime() / 1_000 },
      }),
    )!
  await bindPurchase(write, { id, order_no }, purchase('created'))
  const says = (status: string, refundable?: number) => {
    const one = purchase(status, refundable)
    const raw = Buffer.from(JSON.stringify(one))
    const answer = { ac: reportOf(one), raw, fingerprint: 'https', environment: 'live', at, ring }
    return write((trx) => applyAnswer(trx, systemActor, id, { channel: 'enquiry', ...answer }))
  }
  const cash = { method: 'cash', amount: bill.balance_sen, paid_on: today, despite_attempt: 'on' } as const
  const rules = { scope: everywhere, today, backdate_days: 30 }
  if (n % 3 === 0) await write((trx) => recordPayment(trx, admin, bill.id, cash, rules))
  await says(n % 3 === 2 ? 'cancelled' : 'paid')
  // Somebody sends a part of it back at CHIP, which waits on the desk.
  if (n % 7 === 1) await says('refunded', amount_sen - 1)
}

/** Credit back through CHIP, as far as `n` says: done, refused, or still under way. */
export async function refundByChip({ shop, admin, owner, today }: Office, parent_id: string, n: number) {
  const { write, read, place } = shop.tenant
  const [payment] = await read((db) => refundablePayments(db, parent_id))
  const input = {
    ...{ amount: (n % 300) + 1, reason: 'Pindah ke negeri lain', payee_name: 'Puan Ibu' },
    method: 'chip',
    payment_id: payment!.id,
  } as const
  const keys = { ring, place: place.schema }
  const { id } = await write((trx) => askForRefund(trx, admin, everywhere, keys, parent_id, input))
  await write((trx) => approveRefund(trx, owner, everywhere, id, today))
  if (n % 4 === 0) return
  const sent = { status: 'sending', sent_at: new Date(), before_sen: 0 }
  await write((trx) => trx.updateTable('credit_refund').set(sent).where('id', '=', id).execute())
  // A second one of the payment waits for the first to be over.
  if (n % 4 === 1) return void (await write((trx) => settleRefund(trx, systemActor, id, 'CHIP-1')))
  const failed = { from: 'sending', failure: 'refused' } as const
  if (n % 4 === 2) await write((trx) => failRefund(trx, systemActor, id, failed))
}

let serial = 0

/** A transfer that its payer shows, and the office confirms. */
export async function payBySlip({ shop, admin, today }: Office, bill: Bill, n: number) {
  const { write } = shop.tenant
  const said = { amount: (n % 1_300) + 1, paid_on: today, reference_no: `IBG ${++serial}` }
  const id = await write((trx) => handInSlip(trx, systemActor, bill.public_code, said, paper(), today))
  if (n % 4 > 0) await write((trx) => confirmSlip(trx, admin, everywhere, id, said, today))
}

/** A transfer that the bank's file tells of; some files are taken back the same day. */
export async function payByStatement({ shop, today }: Office, parent_id: string, n: number) {
  const { tenant } = shop
  const { family_code } = await tenant.read((db) =>
    db.selectFrom('parent').select('family_code').where('id', '=', parent_id).executeTakeFirstOrThrow(),
  )
  const on = today.split('-').reverse().join('/')
  const amount = ((n % 1_300) + 1) / 100
  const line = { on, reference: family_code, words: `DUITNOW ${++serial}`, in: amount.toFixed(2) }
  const statement = await uploaded(tenant, csvOf([line]))
  if (n % 3 === 0) await statement.undo()
}
