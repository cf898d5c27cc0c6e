import type { Transaction } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import { chipConfig } from '#app/domain/payments/chip/account.ts'
import { chipClient } from '#app/integrations/chip/gateway.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { fpxClient } from '#app/integrations/fpx/gateway.ts'
import type { GatewayClient } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import type { LockedAttempt } from './locked-attempt.ts'

/** Access to the gateways: FPX with the platform's keys, which are files; CHIP with those of the organisation. */
export interface Gateways {
  fpx(): Promise<FpxConfig>
  chip: { keys: Keys; url: string }
}

/** The client for the gateway of an attempt; the keys of an organisation are read from its schema. */
export async function gatewayClientFor(
  trx: Transaction<DB>,
  { fpx, chip }: Gateways,
  { gateway, request_fields }: Pick<LockedAttempt, 'gateway' | 'request_fields'>,
): Promise<GatewayClient> {
  if (gateway !== 'chip') return fpxClient(await fpx())
  const of = request_fields.is_test === 'true' ? 'test' : 'live'
  return chipClient(await chipConfig(trx, chip, of))
}

/** For two short transactions with the call to the gateway between them. */
export interface GatewayTools {
  gateways: Gateways
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Gives the connection back while the gateway is asked. */
  releaseConnection?(): Promise<void>
  /** For tests; else the database's time. */
  now?: () => Date
  timeoutMs?: number
}
