import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** How many days back this person may date a payment. */
export const backdateDaysOf = (context: RequestContext): number =>
  context.can('payment.backdate') ? backdateDays.wide : backdateDays.usual
