import { systemActor } from '#app/domain/core/actor.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { cancelAttempt } from '#app/domain/gateways/chip/purchase.ts'
import { chipUrl } from '#app/integrations/chip/config.ts'
import { fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '../../handler.ts'

export const cancelChip: Handler<'chip.cancel'> = async (
  { attempt_id },
  { inPlace, entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const applied = await cancelAttempt({ gateways, write: inPlace }, systemActor, attempt_id)
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}
