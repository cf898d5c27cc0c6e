import { settleCollections } from '#app/domain/accounting/collections/settle.ts'
import { closeEndedSubjects } from '#app/domain/catalogue/subjects/close-subject.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { turnEnrolments } from '#app/domain/people/enrolments/turn.ts'
import { turnDiscounts } from '#app/domain/people/student-discounts/turn.ts'
import { enqueueForAll } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'

export const turnDayOf: Handler<'day.turn'> = async (_payload, { inPlace, log }) => {
  const today = currentDay()
  const turned = {
    enrolments: await inPlace((trx) => turnEnrolments(trx, today)),
    subjects: await inPlace((trx) => closeEndedSubjects(trx, today)),
    discounts: await inPlace((trx) => turnDiscounts(trx, today)),
    collections: await inPlace((trx) => settleCollections(trx, today)),
  }
  if (Object.values(turned).some((count) => count > 0))
    log.info(turned, 'seats turned, classes closed, discounts ended and money settled with the day')
}

/** Each organisation by itself, so that one that is busy keeps no other waiting. */
export const turnDayOfAll: Handler<'day.turn_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'day.turn'))
}
