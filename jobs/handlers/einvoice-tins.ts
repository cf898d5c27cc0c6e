import { checkParentTin } from '#app/domain/einvoice/tin-checks/check-parent-tin.ts'
import { uncheckedParents } from '#app/domain/einvoice/tin-checks/unchecked-parents.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import { type Handler, keysOf } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'

/** While others use the portal's limits a check comes back; an outage it leaves to its retries, and then it lets the matter rest. */
const soonMs = 60_000

/** Asks the portal about the TIN of one parent, unless it answered lately. Nothing waits for it. */
export const checkTinOf: Handler<'einvoice.check_tin'> = async ({ parent_id }, tools) => {
  const { withTenant, environment, job, log } = tools
  const checked = await checkParentTin(
    {
      keys: keysOf(tools),
      write: withTenant,
      config: (which) => portalConfig(environment, which),
    },
    parent_id,
    { again: false },
  )
  if (checked.kind !== 'unanswered' || checked.waitMs === null) return
  if (checked.waitMs < soonMs) throw new Postponed(checked.waitMs, 'the portal takes no call yet')
  if (job.attempt < job.attempts) throw new Error('the portal did not answer about a TIN')
  log.warn({ parent_id }, 'a TIN was not checked')
}

/** Once the portal lets the organisation in: asks about each parent about whom it was never asked. */
export const checkTinsOf: Handler<'einvoice.check_tins'> = (_payload, { withTenant, job }) =>
  withTenant(async (trx) => {
    for (const { id } of await uncheckedParents(trx))
      await enqueueFromJob(trx, job, 'einvoice.check_tin', { parent_id: id }, id)
  })
