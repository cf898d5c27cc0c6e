import { systemActor } from '#app/domain/core/actor.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { chipUrl } from '#app/integrations/chip/config.ts'
import { fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '../../handler.ts'

/** What became of a payment of the platform's own: as for an organisation's, at the platform's place. */
export const enquirePlatformPayment: Handler<'platform_payment.enquire'> = async (
  { attempt_id },
  { inPlace, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: 'platform' }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const applied = await enquireAttempt({ gateways, write: inPlace }, systemActor, attempt_id, 'due')
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}
