import { giveForgotten } from '#app/domain/payments/payment-exceptions/hand-over.ts'
import {
  remindAll,
  remindOwners,
  tellOperatorsFromJob,
} from '#app/domain/payments/payment-exceptions/tell.ts'
import type { Handler } from '#jobs/handler.ts'

/** An organisation does not know who the operators are, so its worker asks at the platform's place. */
export const notifyOperatorsOfException: Handler<'exception.notify_operators'> = (
  { exception_id },
  { inPlatform, job },
) => inPlatform((trx) => tellOperatorsFromJob(trx, job, exception_id))

/** First what is nobody's becomes somebody's, so that it is in the same reminder. */
export const remindOfExceptions: Handler<'exception.remind'> = async (_payload, { inPlace, job, log }) => {
  const given = await inPlace((trx) => giveForgotten(trx))
  if (given > 0) log.info({ given }, 'exceptions that nobody had taken have an owner')
  await inPlace((trx) => remindOwners(trx, job))
}

export const remindAllOfExceptions: Handler<'exception.remind_all'> = async (
  _payload,
  { inPlace, job, log },
) => {
  const places = await inPlace((trx) => remindAll(trx, job))
  if (places > 0) log.info({ places }, 'exceptions that wait for long are in the mail')
}
