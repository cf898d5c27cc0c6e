import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { newTxn } from '#app/domain/payments/attempts/test-support.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { ledTo, type Scene, signedIn, stranger, type Visit } from './scene.ts'

type Decision = Record<string, string>
type Answer = Parameters<Scene['counter']['shop']['say']>[2]

/** An answer of FPX about a new order, and what it put onto the desk. */
async function doubted({ counter: { shop } }: Scene, answer: Answer) {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn(), ...answer })
  return { bill, attempt, id: await exceptionOf(shop, attempt.id) }
}

async function exceptionOf(shop: Scene['counter']['shop'], attempt_id: string): Promise<string> {
  const [row] = await exceptionsOf(shop, attempt_id)
  return row!.id
}

/** A second debit that came while the family of its order had left. */
async function secondWhileAway({ counter: { shop } }: Scene) {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn() })
  const family = (deleted_at: Date | null) =>
    shop.tenant.write((trx) =>
      trx.updateTable('parent').set({ deleted_at }).where('id', '=', bill.payer_parent_id).execute(),
    )
  await family(new Date())
  await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn() })
  return { id: await exceptionOf(shop, attempt.id), family }
}

async function decide(scene: Scene, locale: Parameters<Visit>[1], id: string, decision: Decision) {
  const admin = await signedIn(scene, locale, 'admin')
  return admin.post(`/payment-exception/resolve/${id}`, { version: '1', ...decision })
}

/** A decision about an amount that does not match. */
const deciding =
  (decision: Decision, answer: Answer = { fpx_txnAmount: '1.00' }): Visit =>
  async (scene, locale) =>
    decide(scene, locale, (await doubted(scene, answer)).id, decision)

const refund = { decision: 'refunded', refunded_on: '2026-01-31', reference: 'MBB-1' }
const alarm = { decision: 'wrong_alarm', words: 'Bank mengesahkan tiada debit' }

/** How the messages about what FPX says otherwise than asked are met. */
export const onDesk: Partial<Record<RefusalCode, Visit>> = {
  'not_found.payment_exception': async (scene, locale) =>
    (await signedIn(scene, locale, 'admin')).get(
      '/payment-exception/view/0198f000-0000-7000-8000-00000000dead',
    ),
  'payment_exception.decided': async (scene, locale) => {
    const { id } = await doubted(scene, { fpx_txnAmount: '1.00' })
    await decide(scene, locale, id, alarm)
    return decide(scene, locale, id, alarm)
  },
  'payment_exception.not_bookable': deciding({ decision: 'booked' }, { fpx_sellerId: 'SE99999999' }),
  'payment_exception.claimed': async (scene, locale) => {
    const { shop } = scene.counter
    const bill = await shop.bill()
    const paid = await shop.start([bill.public_code])
    const fpx_fpxTxnId = newTxn()
    await shop.say(paid, '00', { fpx_fpxTxnId })
    const { id } = await doubted(scene, { fpx_txnAmount: '1.00', fpx_fpxTxnId })
    return decide(scene, locale, id, { decision: 'booked' })
  },
  'payment_exception.family_code': async (scene, locale) => {
    const { id } = await secondWhileAway(scene)
    return decide(scene, locale, id, { decision: 'booked' })
  },
  'payment_exception.other_family': async (scene, locale) => {
    const { id, family } = await secondWhileAway(scene)
    await family(null)
    // As valid as any, and nobody's here.
    return decide(scene, locale, id, { decision: 'booked', family_code: newFamilyCode(() => 3) })
  },
  'payment_exception.words': deciding({ decision: 'wrong_alarm' }),
  'payment_exception.refunded_on': deciding({ ...refund, refunded_on: '' }),
  'payment_exception.reference': deciding({ ...refund, reference: '' }),
  'payment_exception.future': deciding({ ...refund, refunded_on: '2999-01-31' }),
  'payment_exception.no_settler': async (scene, locale) => {
    const { id } = await doubted(scene, { fpx_txnAmount: '1.00' })
    const admin = await signedIn(scene, locale, 'admin')
    return admin.post(`/payment-exception/hand-over/${id}`, { version: '1', owner_id: '' })
  },
  'payment.not_waiting': async (scene, locale) => {
    const { shop } = scene.counter
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    const browser = await stranger(scene, locale)
    return ledTo(browser, await browser.post(`/payment/give-up/${attempt.public_code}`))
  },
}
