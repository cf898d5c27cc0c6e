import { remindAll, remindStaff, tellOperatorsFromJob } from '#app/domain/exceptions/tell.server.ts'
import type { Handler } from '#jobs/handler.ts'

/** An organisation does not know who the operators are, so its worker asks at the platform's place. */
export const tellOperatorsOfException: Handler<'exception.tell_operators'> = (
  { exception_id },
  { inPlatform, job },
) => inPlatform((trx) => tellOperatorsFromJob(trx, job, exception_id))

export const remindOfExceptions: Handler<'exception.remind'> = (_payload, { inPlace, job }) =>
  inPlace((trx) => remindStaff(trx, job))

export const remindAllOfExceptions: Handler<'exception.remind_all'> = async (
  _payload,
  { inPlace, job, log },
) => {
  const places = await inPlace((trx) => remindAll(trx, job))
  if (places > 0) log.info({ places }, 'FPX exceptions that nobody has taken are in the mail')
}
