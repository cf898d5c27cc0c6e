import { chip } from '../chip/gateway.ts'
import { fpx } from '../fpx/gateway.ts'
import type { Dialect, GatewayName } from './gateway.ts'

const dialects: Record<GatewayName, Dialect> = { fpx, chip }

/** How to read what the gateway of an attempt says. */
export function dialectOf(gateway: string): Dialect {
  return dialects[gateway as GatewayName]
}
