import { systemActor } from '#app/domain/actor.ts'
import { enquireAttempt } from '#app/domain/attempts/enquire.server.ts'
import { fpxConfig } from '#app/integrations/fpx/config.server.ts'
import type { Handler } from '../handler.ts'

export const enquirePayment: Handler<'payment.enquire'> = async (
  { attempt_id },
  { inPlace, environment, log },
) => {
  const config = await fpxConfig(environment)
  const applied = await enquireAttempt({ config, write: inPlace }, systemActor, attempt_id, 'due')
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}
