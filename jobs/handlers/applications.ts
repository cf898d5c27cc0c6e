import { currentDay } from '#app/domain/core/clock.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { autoApprove } from '#app/domain/enrolment/applications/auto-approve.ts'
import { notifyApprovers } from '#app/domain/enrolment/applications/submit-application.ts'
import {
  anonymiseExpired,
  filesToAnonymise,
  remindApprovers,
} from '#app/domain/enrolment/applications/upkeep.ts'
import { removeOldDrafts } from '#app/domain/enrolment/online-registration/papers.ts'
import type { Handler } from '#jobs/handler.ts'
import { keysOf } from '#jobs/keys.ts'

/** One that cannot be approved without a person waits for one, who is told. */
export const autoApproveApplication: Handler<'application.auto_approve'> = async (
  { application_id },
  tools,
) => {
  const { withTenant, log } = tools
  const approved = await withTenant((trx) =>
    autoApprove(trx, keysOf(tools), application_id, currentDay()),
  ).catch((error) => {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    log.info({ application: application_id, code: refusal.code }, 'not approved by itself')
    return false
  })
  if (!approved) await withTenant((trx) => notifyApprovers(trx, application_id))
}

/** The files go first: should the rest fail, the next night finds their rows and removes what is gone already. */
export const cleanApplications: Handler<'application.upkeep'> = async (
  _payload,
  { withTenant, files, log },
) => {
  const reminded = await withTenant(remindApprovers)
  const papers = await withTenant(filesToAnonymise)
  for (const { storage_key } of papers) await files.remove(storage_key)
  const anonymised = await withTenant((trx) => anonymiseExpired(trx, papers))
  if (reminded + anonymised > 0) log.info({ reminded, anonymised }, 'applications looked after')
}

/** Drafts of one step; each is a transaction, so that nobody waits. */
const atATime = 50

/** What families have begun and left, with its files: those go first gone from the books, then from the store. */
export const cleanDrafts: Handler<'registration_draft.clean'> = async (
  _payload,
  { withTenant, files, log },
) => {
  let all = 0
  for (;;) {
    const { removed, keys } = await withTenant((trx) => removeOldDrafts(trx, atATime))
    for (const key of keys) await files.remove(key)
    all += removed
    if (removed < atATime) break
  }
  if (all > 0) log.info({ removed: all }, 'registrations that were begun and left are gone')
}
