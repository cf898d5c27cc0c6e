import type { Transaction } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import { chipConfig } from '#app/domain/payments/chip/account.ts'
import { chipLine } from '#app/integrations/chip/gateway.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { fpxLine } from '#app/integrations/fpx/gateway.ts'
import type { Line } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import type { LockedAttempt } from './locked-attempt.ts'

/** How the gateways are reached: FPX by the platform's keys, which its files hold; CHIP by those of the organisation. */
export interface Lines {
  fpx(): Promise<FpxConfig>
  chip: { keys: Keys; url: string }
}

/** The gateway of an attempt; the keys of an organisation are read in its place. */
export async function lineOf(
  trx: Transaction<DB>,
  { fpx, chip }: Lines,
  { gateway, request_fields }: Pick<LockedAttempt, 'gateway' | 'request_fields'>,
): Promise<Line> {
  if (gateway !== 'chip') return fpxLine(await fpx())
  const of = request_fields.is_test === 'true' ? 'test' : 'live'
  return chipLine(await chipConfig(trx, chip, of))
}
