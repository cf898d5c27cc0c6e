import { letIn, openAccess, type Step } from '#app/domain/einvoice/submissions/access.ts'
import { carryOutCancel } from '#app/domain/einvoice/submissions/cancel.ts'
import { followSubmission } from '#app/domain/einvoice/submissions/follow.ts'
import type { PortalTools } from '#app/domain/einvoice/submissions/portal-tools.ts'
import { prepareSubmission } from '#app/domain/einvoice/submissions/prepare.ts'
import { enqueueTurns, takeTurn } from '#app/domain/einvoice/submissions/turn.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import { type Handler, keysOf, type TenantTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'

const portalTools = (tools: TenantTools): PortalTools => ({
  keys: keysOf(tools),
  write: tools.withTenant,
  config: (which) => portalConfig(tools.environment, which),
})

/** A step that cannot be taken now comes back later, and holds up nobody else meanwhile. */
function settle(step: Step): void {
  if (step.kind === 'later') throw new Postponed(step.ms, step.why)
}

/** Stores the next request of the organisation, whose job then sends it. */
export const submitEinvoices: Handler<'einvoice.submit'> = async (_payload, tools) => {
  const portal = portalTools(tools)
  const access = await openAccess(portal)
  if (!access) return
  settle((await letIn(portal, access)) ?? (await prepareSubmission(portal, access)))
}

export const followEinvoices: Handler<'einvoice.follow'> = async ({ submission_id }, tools) =>
  settle(await followSubmission(portalTools(tools), submission_id))

export const cancelEinvoice: Handler<'einvoice.cancel'> = async ({ document_id }, tools) =>
  settle(await carryOutCancel(portalTools(tools), document_id))

export const turnEinvoices: Handler<'einvoice.turn'> = async (_payload, { withTenant, job, now }) => {
  const at = await now()
  await withTenant((trx) => takeTurn(trx, job, at))
}

export const turnAllEinvoices: Handler<'einvoice.turn_all'> = async (_payload, { withTenant }) => {
  await withTenant((trx) => enqueueTurns(trx))
}
