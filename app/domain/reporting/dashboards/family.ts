import { type Kysely, sql } from 'kysely'
import { nextMonthOf } from '#app/domain/billing/plan/due.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { invoicesIn, owed, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { titleFacts, titlesPaid } from '#app/domain/core/invoicing/title.ts'
import { ownGifts } from '#app/domain/giving/donations/find-donations.ts'
import { everythingDue } from '#app/domain/payments/baskets/basket.ts'
import { lastRefundsOf } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { reminderForFamily } from '#app/domain/payments/reminders/find-reminders.ts'
import type { DB } from '#db/types.ts'
import type { OwnPaymentRow } from './dashboard.ts'

/** How long a reminder is shown. */
const shownDays = 14

/** Child by child; what is being paid is shown, not asked for again. */
export async function family(db: Kysely<DB>, scope: RowScope, today: string) {
  const [open, received, credit, refunds, next, reminder, gifts] = await Promise.all([
    openInvoices(db, scope, today),
    lastPayments(db, scope),
    creditStanding(db, scope.parent_id),
    scope.parent_id ? lastRefundsOf(db, scope.parent_id) : [],
    scope.parent_id ? nextMonthOf(db, scope.parent_id, today) : null,
    scope.parent_id ? reminderForFamily(db, scope.parent_id, addDays(today, -shownDays)) : null,
    scope.parent_id ? ownGifts(db, scope.parent_id) : [],
  ])
  const children = [...new Map(open.map(({ student_id, student }) => [student_id, student]))].map(
    ([id, name]) => ({ id, name, open: open.filter(({ student_id }) => student_id === id) }),
  )
  const due = open.filter(({ status }) => status !== 'pending')
  const sumOf = (rows: typeof open) => rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const due_sen = sumOf(due)
  return {
    parent_id: scope.parent_id,
    due_sen,
    paying_sen: sumOf(open) - due_sen,
    at_once: everythingDue(
      due.toSorted((a, b) => a.due_on.localeCompare(b.due_on)),
      scope.parent_id,
    ),
    ...credit,
    refunds,
    children,
    received,
    next,
    reminder,
    gifts,
  }
}

/** The open invoices of one child, as its parent sees them. */
export async function openInvoicesOf(db: Kysely<DB>, scope: RowScope, student_id: string, today: string) {
  return (await openInvoices(db, scope, today)).filter((one) => one.student_id === student_id)
}

async function openInvoices(db: Kysely<DB>, scope: RowScope, today: string) {
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.public_code',
      'invoice.student_id',
      'invoice.payer_parent_id',
      'student.name as student',
      'invoice.due_on',
      owed.as('balance_sen'),
      statusOn(today).as('status'),
      titleFacts.as('title'),
    ])
    .where('invoice.status', 'in', ['unpaid', 'pending'])
    .orderBy('student.name')
    .orderBy('invoice.due_on')
    .orderBy('invoice.id')
    .execute()
}

async function lastPayments(db: Kysely<DB>, { parent_id }: RowScope): Promise<OwnPaymentRow[]> {
  if (!parent_id) return []
  return db
    .selectFrom('payment')
    .select([
      'id',
      'id as payment_id',
      'number',
      'payer_name',
      'method',
      'paid_on as booked_on',
      'amount_sen',
      titlesPaid(sql.ref('payment.id')).as('title'),
    ])
    .where('payer_parent_id', '=', parent_id)
    .where('status', '=', 'paid')
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
}
