import type { Endpoint } from './switches.ts'

/** How calls go wrong by order. */
export const TROUBLES = {
  http500: 'an error of the server',
  http503: 'the service is not available',
  http429: 'too many calls',
  html403: 'a page of maintenance instead of an answer',
  timeout: 'no answer, and nothing was done',
  lost: 'everything was done, and the answer is lost: the connection breaks',
  lost_slowly: 'everything was done, and the answer never comes',
  html200: 'a page instead of an answer, as if all were well',
  token: 'all access tokens die',
} as const
export type TroubleKind = keyof typeof TROUBLES

/** One order: for the next `times` calls to an endpoint, after `after` that go well. */
export interface Order {
  endpoint: Endpoint | 'documenttypes' | 'notifications' | 'any'
  kind: TroubleKind
  times: number
  after: number
  /** Of this client only. */
  clientId?: string
}

export interface Trouble {
  orders: Order[]
}

/** What goes wrong with this call, if anything; each order counts down by itself. */
export function troubleOf(trouble: Trouble, endpoint: string, clientId: string | null): TroubleKind | null {
  for (const order of trouble.orders) {
    if (order.endpoint !== 'any' && order.endpoint !== endpoint) continue
    if (order.clientId !== undefined && order.clientId !== clientId) continue
    if (order.after > 0) {
      order.after--
      continue
    }
    if (--order.times <= 0) trouble.orders.splice(trouble.orders.indexOf(order), 1)
    return order.kind
  }
  return null
}
