import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { done, letIn, openAccess, type Step } from './access.ts'
import { carryOutCancel } from './cancel.ts'
import { followSubmission } from './follow.ts'
import type { PortalTools } from './portal-tools.ts'
import { prepareSubmission } from './prepare.ts'

/** As the job `einvoice.submit`. */
export async function submitOnce(tools: PortalTools): Promise<Step> {
  const access = await openAccess(tools)
  if (!access) return done
  return (await letIn(tools, access)) ?? prepareSubmission(tools, access)
}

export const dueSubmissions = (db: Kysely<DB>, now: Date) =>
  db.selectFrom('einvoice_submission').select('id').where('next_at', '<=', now).orderBy('next_at').execute()

const cancellations = (db: Kysely<DB>) =>
  db
    .selectFrom('einvoice_document')
    .select('id')
    .where('status', '=', 'valid')
    .where('cancel_requested_at', 'is not', null)
    .execute()

/** All that is due of an organisation, as the worker's jobs do it: the next request, and a step of each that is under way. */
export async function workOnce(tools: PortalTools, now: Date): Promise<Step[]> {
  const steps = [await submitOnce(tools)]
  for (const { id } of await tools.write((trx) => dueSubmissions(trx, now)))
    steps.push(await followSubmission(tools, id))
  for (const { id } of await tools.write(cancellations)) steps.push(await carryOutCancel(tools, id))
  return steps
}
