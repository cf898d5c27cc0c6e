import { addDays } from '#app/domain/core/dates.ts'
import type { Attempt } from '../attempts.ts'
import type { Bill } from '../billing.ts'
import type { Event } from '../history.ts'
import type { Team } from '../staff.ts'
import { add, at, type Stage } from '../stage.ts'

/** The front office wants an invoice cancelled, and somebody else has to decide: one request waits since yesterday. Tells the audit log. */
export function addRequest(
  stage: Stage,
  { office }: Team,
  bills: readonly Bill[],
  attempts: readonly Attempt[],
): Event[] {
  const tried = new Set(attempts.flatMap((attempt) => attempt.bills.map(({ bill }) => bill)))
  const asked_on = addDays(stage.today, -1)
  const clerk = office.find(({ role }) => role === 'clerk')
  const bill = bills.findLast(
    (one) =>
      one.status === 'unpaid' &&
      one.paid_sen === 0 &&
      one.issued_on! < asked_on &&
      one.branch_id === stage.branch_ids[clerk?.branch ?? 0] &&
      !tried.has(one),
  )
  if (!clerk || !bill) return []
  const requested_at = at(stage, asked_on, 15.4)
  const id = stage.random.id(requested_at)
  const reason =
    stage.locale === 'my'
      ? 'Pelajar sudah berhenti sebelum bulan ini bermula.'
      : 'The family had given notice before this month began.'
  add(stage, 'cancel_request', {
    id,
    kind: 'invoice',
    invoice_id: bill.id,
    branch_id: bill.branch_id,
    reason,
    requested_by: clerk.user_id,
    requested_at,
  })
  return [
    {
      at: requested_at,
      by: { id: clerk.user_id, name: clerk.name },
      action: 'invoice.cancel_requested',
      object: { type: 'invoice', id: bill.id },
      after: { number: bill.number, request_id: id, reason },
    },
  ]
}
