import { currentDay } from '#app/domain/clock.server.ts'
import { turnEnrolments } from '#app/domain/enrolments/turn.server.ts'
import { enqueueForAll } from '#jobs/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'

export const turnEnrolmentsOf: Handler<'enrolment.turn'> = async (_payload, { inPlace, log }) => {
  const turned = await inPlace((trx) => turnEnrolments(trx, currentDay()))
  if (turned > 0) log.info({ turned }, 'seats in classes ended, paused or resumed with the day')
}

/** Each organisation by itself, so that one that is busy keeps no other waiting. */
export const turnAllEnrolments: Handler<'enrolment.turn_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'enrolment.turn'))
}
