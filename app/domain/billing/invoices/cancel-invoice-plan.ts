import { type Kysely, sql } from 'kysely'
import { creditUsedOn } from '#app/domain/billing/credits/use-credit.ts'
import type { InvoiceStatus } from '#app/domain/core/invoicing/invoice.ts'
import { type Reported, reportedOf } from '#app/domain/core/invoicing/reported.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { UndoFact, UndoPlan } from '#app/domain/core/undo/undo-plan.ts'
import type { DB } from '#db/types.ts'

/**
 * What cancelling an invoice does, and what prevents it: an online payment under way, and the payments and the credit that have
 * paid it in full. Reads only; `cancelInvoice` does it. Refuses not_found.invoice.
 */
export async function cancelInvoicePlanOf(db: Kysely<DB>, id: string): Promise<UndoPlan> {
  const invoice = await db
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select(['invoice.number', 'invoice.paid_sen', 'invoice.payer_parent_id', 'parent.name as payer'])
    .select([sql<InvoiceStatus>`invoice.status`.as('status'), sql<number>`balance_sen`.as('balance_sen')])
    .where('invoice.id', '=', id)
    .executeTakeFirst()
  if (!invoice) throw new Refusal('not_found.invoice')
  const { status, number, paid_sen, balance_sen } = invoice
  const link = { to: 'invoice' as const, id }
  if (status === 'cancelled') return { effects: [], blockers: [{ kind: 'invoice_cancelled', number, link }] }
  if (status === 'pending') return { effects: [], blockers: [{ kind: 'in_payment', number, link }] }
  if (status === 'paid') return { effects: [], blockers: await paidBy(db, id, paid_sen) }
  const reported = await reportedOf(db, 'invoice', [id])
  if (reported.some(({ state }) => state === 'fixed'))
    return { effects: [], blockers: reported.map((one) => einvoiceFact(one, number, id)) }
  const slips = await db
    .selectFrom('transfer_slip')
    .select(['id', 'amount_sen', 'paid_on'])
    .where('invoice_id', '=', id)
    .where('status', '=', 'requested')
    .orderBy('id')
    .execute()
  return {
    effects: [
      { kind: 'not_owed', number, sen: balance_sen },
      ...(paid_sen > 0
        ? [
            {
              ...{ kind: 'paid_to_credit', name: invoice.payer, sen: paid_sen },
              link: { to: 'family_credit' as const, id: invoice.payer_parent_id },
            },
          ]
        : []),
      ...slips.map((slip) => ({
        ...{ kind: 'slip_waiting', sen: slip.amount_sen, on: slip.paid_on },
        link: { to: 'transfer_slip' as const, id: slip.id },
      })),
      ...reported.map((one) => einvoiceFact(one, number, id)),
      { kind: 'number_kept', number },
    ],
    blockers: [],
  }
}

/** What becomes of its e-invoice; one that is final is in the way, and a credit note is the way around it. */
function einvoiceFact({ document_id, state }: Reported, number: string | null, invoice_id: string): UndoFact {
  return state === 'fixed'
    ? { kind: 'einvoice_final', number, link: { to: 'refund', id: invoice_id } }
    : { kind: `einvoice_${state}`, number, link: { to: 'einvoice', id: document_id } }
}

/** What has paid an invoice in full; each with the page that undoes it, and a credit note as the other way. */
async function paidBy(db: Kysely<DB>, invoice_id: string, paid_sen: number): Promise<UndoFact[]> {
  const [payments, credit_sen] = await Promise.all([
    db
      .selectFrom('payment_allocation')
      .innerJoin('payment', 'payment.id', 'payment_allocation.payment_id')
      .select(['payment.id', 'payment.number', 'payment.method', 'payment_allocation.amount_sen'])
      .where('payment_allocation.invoice_id', '=', invoice_id)
      .where('payment_allocation.reversed_at', 'is', null)
      .where('payment.status', '=', 'paid')
      .orderBy('payment.number')
      .execute(),
    creditUsedOn(db, invoice_id),
  ])
  const online = (method: string) => method === 'fpx' || method === 'chip'
  return [
    ...payments.map(({ id, number, method, amount_sen: sen }) => ({
      kind: online(method) ? 'paid_online' : 'paid_by',
      ...{
        number,
        sen,
        link: { to: online(method) ? ('payment' as const) : ('payment_cancel' as const), id },
      },
    })),
    ...(credit_sen > 0
      ? [
          {
            kind: 'paid_by_credit',
            sen: Number(credit_sen),
            link: { to: 'credit_removal' as const, id: invoice_id },
          },
        ]
      : []),
    { kind: 'paid_note', sen: paid_sen, link: { to: 'refund', id: invoice_id } },
  ]
}
