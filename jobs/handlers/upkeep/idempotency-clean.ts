import { forgetOldKeys } from '#app/domain/core/idempotency.ts'
import type { Handler } from '../../handler.ts'

export const cleanIdempotency: Handler<'idempotency.clean'> = async (_payload, { inPlace, log }) => {
  const removed = await inPlace((trx) => forgetOldKeys(trx))
  if (removed > 0) log.info({ removed }, 'idempotency keys forgotten')
}
