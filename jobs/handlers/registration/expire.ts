import { endLapsed } from '#app/domain/registrations/register.server.ts'
import type { Handler } from '#jobs/handler.ts'

export const expireRegistrations: Handler<'registration.expire'> = async (_payload, { inPlace, log }) => {
  const ended = await inPlace((trx) => endLapsed(trx))
  if (ended > 0) log.info({ ended }, 'registrations have lapsed')
}
