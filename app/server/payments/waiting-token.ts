import { type Keyring, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'

/** An order number is printed on statements, so it is sealed before it stands in an address that shows a payment. */
const cell: SecretCell = { place: 'platform', table: 'gateway_order', column: 'order_no', row: 'returned' }

export const waitingToken = (ring: Keyring, order_no: string) => seal(ring, cell, order_no)

/** Undefined for what was not sealed here. */
export function orderIn(ring: Keyring, token: string): string | undefined {
  try {
    return open(ring, cell, token)
  } catch {
    return undefined
  }
}
