import { ringOf } from '#app/domain/core/secrets.ts'
import { openedLeft } from '#app/domain/payments/chip/account.ts'
import { deleteHook } from '#app/integrations/chip/calls.ts'
import { chipUrl } from '#app/integrations/chip/config.ts'
import type { Handler } from '../../handler.ts'

/** Twice is harmless. Where the old key is good for nothing any more, CHIP tells us nothing by it either. */
export const unhookChip: Handler<'chip.unhook'> = async (
  { hook_id, key_sealed },
  { entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const config = { url: chipUrl(environment), secretKey: openedLeft(keys, hook_id, key_sealed) }
  const reply = await deleteHook(config, hook_id)
  if (reply.kind === 'unknown') throw new Error(`CHIP did not remove the webhook: ${reply.detail}`)
  if (reply.kind === 'refused') log.warn({ hook_id, status: reply.status }, 'CHIP keeps an old webhook')
}
