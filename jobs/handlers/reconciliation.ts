import { reconciliationReaders } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { storeReconciliation } from '#app/domain/accounting/reconciliation/reconcile.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'

/** The organisation does not know who the operators are, so who hears of it is asked at the platform's place. */
export const checkEquationOf: Handler<'equation.check'> = async (
  _payload,
  { withTenant, withPlatform, job, log },
) => {
  const { id, state, fault, fault_reference, difference_sen } = await withTenant((trx) =>
    storeReconciliation(trx, currentDay()),
  )
  if (state === 'green') return
  log.error({ fault, fault_reference, difference_sen }, 'the books of an organisation do not agree')
  await withPlatform(async (trx) => {
    for (const { id: operator_id } of await reconciliationReaders(trx).execute())
      await enqueueFromJob(trx, job, 'equation.mail', { operator_id, equation_id: id }, operator_id)
  })
}
