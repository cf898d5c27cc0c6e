import type { Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Access, done, letIn, openAccess, type Step } from './access.ts'
import { poll } from './poll.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { recover } from './recover.ts'
import { minute, planNext } from './schedule.ts'
import { sendStored } from './send.ts'
import type { Submission } from './submission.ts'
import { watchRejections } from './watch-rejections.ts'

/** What comes next of a request, by its state. */
const steps: Record<string, (tools: PortalTools, access: Access, submission: Submission) => Promise<Step>> = {
  // Bytes are stored and have not left.
  stored: sendStored,
  // They have left, and no answer came: the same bytes again, or a search.
  unknown: recover,
  // The portal took documents in: what has it decided?
  accepted: poll,
  // All is decided: does a buyer ask for a cancellation?
  closed: watchRejections,
}

/** A step that dies is taken up again after so long. */
const leaseMs = 2 * minute
/** By which a job may come before its time: the queue has a clock of its own. */
const slackMs = 5_000

/**
 * Takes the next step of a request when its time has come; of two workers with the same job only one gets it. The next time is
 * stored before the portal is asked, so that a crash delays the step and loses nothing.
 */
export async function followSubmission(tools: PortalTools, submission_id: string): Promise<Step> {
  const access = await openAccess(tools)
  // The queue is stopped: a connection test that passes lets it go on.
  if (!access) return done
  const waits = await letIn(tools, access)
  if (waits) return waits
  const submission = await tools.write((trx) => claimDue(tools, trx, submission_id, access))
  await tools.releaseConnection?.()
  if (!submission) return done
  return (await steps[submission.state]?.(tools, access, submission)) ?? done
}

async function claimDue(
  tools: PortalTools,
  trx: Transaction<DB>,
  id: string,
  { setting }: Access,
): Promise<Submission | undefined> {
  const now = await timeOf(tools, trx)
  const submission = await trx
    .updateTable('einvoice_submission')
    .set({ next_at: new Date(now.getTime() + leaseMs) })
    .where('id', '=', id)
    .where('next_at', '<=', new Date(now.getTime() + slackMs))
    .returningAll()
    .executeTakeFirst()
  if (!submission) return undefined
  if (submission.environment === setting.environment) return submission as Submission
  // Of the portal's other system, which these credentials do not open; it goes on if the organisation goes back there.
  await planNext(trx, id, null, now)
  return undefined
}
