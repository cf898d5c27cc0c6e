import { correctableUntil } from '#app/domain/payments/counter/correct-payment.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Until when the reader may correct a payment; null where they may not. */
export async function readerCorrectsUntil(context: RequestContext, id: string): Promise<Date | null> {
  if (!context.can('payment.record')) return null
  const scope = context.scope('payment.record')
  return correctableUntil(await context.read(), context.actor, scope, id, context.today)
}
