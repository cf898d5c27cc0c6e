import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { noFee } from '#app/domain/core/invoicing/fpx-fee.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { storeAttempt } from '#app/domain/payments/attempts/begin.ts'
import { lockMinutes } from '#app/domain/payments/attempts/enquiry/enquiry-schedule.ts'
import { fpxBeginning, type StartTerms } from '#app/domain/payments/attempts/start.ts'
import { certificateFault } from '#app/integrations/fpx/certificates/validity.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { DEFAULT_LIMITS, limitRefusal } from '#app/integrations/fpx/limits.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { platformIssuer } from '../paper/issuer.ts'

/** Days that an approver of a company has. */
const approvalDays = 7

/**
 * Begins to pay an invoice of the platform, found by its public code, at the platform's place. The whole of it, without a fee:
 * the platform is paid by its own exchange. Returns the code of the payment's page. Refuses while a certificate that is needed
 * has ended or the platform has no seller id, a bank that is down, an unknown code (not_found.invoice), an invoice that another
 * payment holds (invoice.in_payment) or that is not to be paid (invoice.not_payable), and amounts outside FPX's limits.
 */
export async function startPlatformPayment(
  trx: Transaction<DB>,
  actor: Actor,
  config: FpxConfig,
  { invoice: invoice_code, ...request }: StartTerms & { invoice: string },
): Promise<string> {
  const { model, bank, at } = request
  if (certificateFault(config, at)) throw new Refusal('payment.gateway_paused')
  const { fpx_seller_id: seller_id } = await platformIssuer(trx)
  if (!seller_id) throw new Refusal('payment.online_off')
  if (!bank.online) throw new Refusal('payment.bank_offline', 'bank')
  const id = newId()
  const until = new Date(at.getTime() + lockMinutes * 60_000)
  const { id: invoice_id, number, entity_id, total_sen } = await takeInvoice(trx, id, invoice_code, until)
  const refusal = limitRefusal(model, total_sen, DEFAULT_LIMITS)
  if (refusal) throw new Refusal(refusal)
  const beginning = fpxBeginning(config, request, { seller_id, approval_days: approvalDays }, noFee)
  const what = { id, purpose: 'platform_invoice', amount_sen: total_sen, description: number } as const
  const { code, order_no, stored } = storeAttempt(trx, actor, request, beginning, what)
  await stored
  await trx.insertInto('platform.platform_invoice_attempt').values({ attempt_id: id, invoice_id }).execute()
  const after = { number, order_no, model, bank: bank.code, amount_sen: total_sen }
  const object = { type: 'platform_invoice', id: invoice_id, entity_id }
  await recordOperator(trx, actor, 'platform_invoice.payment_started', object, { after })
  return code
}

async function takeInvoice(trx: Transaction<DB>, attempt_id: string, code: string, locked_until: Date) {
  const taken = await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'pending', locked_until, locked_by_attempt_id: attempt_id, ...touched })
    .where('public_code', '=', code)
    .where('status', '=', 'unpaid')
    .returning(['id', 'number', 'entity_id', 'total_sen'])
    .executeTakeFirst()
  if (taken) return taken
  const found = await trx
    .selectFrom('platform.platform_invoice')
    .select('status')
    .where('public_code', '=', code)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found.invoice')
  throw new Refusal(found.status === 'pending' ? 'invoice.in_payment' : 'invoice.not_payable')
}
