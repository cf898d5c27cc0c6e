import type { Transaction } from 'kysely'
import { settleCollections } from '#app/domain/accounting/collections/change-collection.ts'
import { foldCollectionSums } from '#app/domain/accounting/reconciliation/collection-sums.ts'
import { reconciliationReaders } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { storeReconciliation } from '#app/domain/accounting/reconciliation/reconcile.ts'
import { settleArrangements } from '#app/domain/billing/arrangements/change-arrangement.ts'
import { proposeForClass } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { noticeEndings } from '#app/domain/catalogue/discounts/ending.ts'
import { closeEndedSubjects } from '#app/domain/catalogue/subjects/close-subject.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { warnOfEndingAppointments } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { updateEnrolmentStatuses } from '#app/domain/people/enrolments/change-enrolment.ts'
import { endExpiredDiscounts } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { recordEndedVisits } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler } from '#jobs/handler.ts'
import { ownWords } from '#jobs/own-words.ts'

export const turnDayOf: Handler<'day.turn'> = async (_payload, { withTenant, log }) => {
  const today = await withTenant(databaseDay)
  const turned = {
    enrolments: await withTenant((trx) => updateEnrolmentStatuses(trx, today)),
    subjects: await withTenant((trx) => closeSubjects(trx, today)),
    discounts: await withTenant((trx) => endExpiredDiscounts(trx, today)),
    collections: await withTenant((trx) => settleCollections(trx, today)),
  }
  if (Object.values(turned).some((count) => count > 0))
    log.info(turned, 'seats turned, classes closed, discounts ended and money settled with the day')
}

/** Closes classes whose last day has passed, and proposes credit notes for days that were billed after it. */
async function closeSubjects(trx: Transaction<DB>, today: string): Promise<number> {
  const closed = await closeEndedSubjects(trx, today)
  if (closed.length === 0) return 0
  const t = await ownWords(trx)
  for (const { id: subject_id, name, on } of closed) {
    const words = {
      reason: t('credit_note.closed_reason', { subject: name }),
      charge: t('credit_note.charged_again'),
    }
    await proposeForClass(trx, systemActor, { subject_id, on }, { words, today })
  }
  return closed.length
}

/** Records which payment arrangements were fulfilled or broken by today. */
export const settleArrangementsOf: Handler<'arrangement.settle'> = async (_payload, { withTenant, log }) => {
  const over = await withTenant(async (trx) => settleArrangements(trx, await databaseDay(trx)))
  if (over > 0) log.info({ over }, 'payment arrangements are over')
}

/** The notice and its mails are stored in one transaction. */
export const noticeEndingsOf: Handler<'discount.notice'> = async (_payload, { withTenant, log }) => {
  const noticed = await withTenant(async (trx) => noticeEndings(trx, await databaseDay(trx)))
  if (noticed > 0) log.info({ noticed }, 'discounts end within a month')
}

export const watchZakat: Handler<'zakat.watch'> = async (_payload, { withTenant, log }) => {
  const warned = await withTenant(async (trx) => warnOfEndingAppointments(trx, await databaseDay(trx)))
  if (warned > 0) log.info({ warned }, 'letters of authorities end')
}

export const turnHelp: Handler<'help.turn'> = async (_payload, { withTenant, log }) => {
  const ended = await withTenant(recordEndedVisits)
  if (ended > 0) log.info({ ended }, 'visits of operators are over')
}

/**
 * Merges the sums that the writes of the day have added, and checks the organisation's books and these sums; operators, whom
 * only the platform's schema knows, are mailed if they do not reconcile.
 */
export const checkEquationOf: Handler<'equation.check'> = async (
  _payload,
  { withTenant, withPlatform, job, log },
) => {
  const merged = await withTenant(foldCollectionSums)
  if (merged > 0) log.info({ merged }, 'sums of collections were merged')
  const { id, state, fault, fault_reference, difference_sen } = await withTenant(async (trx) =>
    storeReconciliation(trx, await databaseDay(trx)),
  )
  if (state === 'green') return
  log.error({ fault, fault_reference, difference_sen }, 'the books of an organisation do not agree')
  await withPlatform(async (trx) => {
    for (const { id: operator_id } of await reconciliationReaders(trx).execute())
      await enqueueFromJob(trx, job, 'equation.mail', { operator_id, equation_id: id }, operator_id)
  })
}
