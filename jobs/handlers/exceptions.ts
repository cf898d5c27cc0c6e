import { assignUnattended } from '#app/domain/gateways/payment-exceptions/change-exception.ts'
import {
  notifyOperatorsFromJob,
  remindAll,
  remindOwners,
} from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import type { Handler } from '#jobs/handler.ts'

/** An organisation does not know who the operators are, so its worker asks at the platform's place. */
export const notifyOperatorsOfException: Handler<'exception.notify_operators'> = (
  { exception_id },
  { withPlatform, job },
) => withPlatform((trx) => notifyOperatorsFromJob(trx, job, exception_id))

/** First what is nobody's becomes somebody's, so that it is in the same reminder. */
export const remindOfExceptions: Handler<'exception.remind'> = async (_payload, { withTenant, job, log }) => {
  const given = await withTenant((trx) => assignUnattended(trx))
  if (given > 0) log.info({ given }, 'exceptions that nobody had taken have an owner')
  await withTenant((trx) => remindOwners(trx, job))
}

export const remindAllOfExceptions: Handler<'exception.remind_all'> = async (
  _payload,
  { withTenant, job, log },
) => {
  const places = await withTenant((trx) => remindAll(trx, job))
  if (places > 0) log.info({ places }, 'exceptions that wait for long are in the mail')
}
