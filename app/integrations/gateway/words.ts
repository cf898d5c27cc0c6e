import { meaningOf as chipMeaning } from '../chip/statuses.ts'
import { meaningOf as fpxMeaning } from '../fpx/codes.ts'

/** A gateway's word says that money came; none of one means another thing in another's. */
export function saysPaid(code: string | null): boolean {
  return code !== null && [fpxMeaning, chipMeaning].some((meaningOf) => meaningOf(code).class === 'paid')
}

/** Fields of both: where these differ it is money in another's account, or none that can be counted here. */
export const foreignFields: readonly string[] = [
  ...['fpx_sellerId', 'fpx_sellerExId', 'fpx_txnCurrency'],
  ...['id', 'brand_id', 'is_test', 'currency', 'is_outgoing'],
]
