import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { draftLinkLetter } from '#app/domain/enrolment/online-registration/draft-link-letter.ts'
import { removeOldDrafts } from '#app/domain/enrolment/online-registration/files.ts'
import { codeToMail } from '#app/domain/enrolment/online-registration/mail-link.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { enqueueForAll } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { keysOf } from '#jobs/keys.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** One that was handed in or is over in the meantime is not sent. */
export const sendDraftLink: Handler<'registration_draft.send'> = async (payload, tools) => {
  const { inPlace, entity, environment } = tools
  const { address, locale, draft_id } = payload
  const [found, organisation] = await inPlace((trx) =>
    Promise.all([codeToMail(trx, keysOf(tools), payload), organisationOf(trx)]),
  )
  if (!found) return
  const t = i18nOf(locale).getFixedT(locale)
  const sent = await postLetter(tools, await mailSettings(tools), {
    to: { address, name: null, locale },
    letter: draftLinkLetter({ organisation, ...found }, { t, locale, origin: originOf(entity, environment) }),
    organisation,
    list: 'registration',
  })
  tools.log.info({ draft: draft_id, sent }, sent ? 'mail sent' : 'mail was sent before')
}

/** Drafts of one step; each is a transaction, so that nobody waits. */
const atATime = 50

/** What families have begun and left, with its files: those go first gone from the books, then from the store. */
export const cleanDrafts: Handler<'registration_draft.clean'> = async (_payload, { inPlace, files, log }) => {
  let all = 0
  for (;;) {
    const { removed, keys } = await inPlace((trx) => removeOldDrafts(trx, atATime))
    for (const key of keys) await files.remove(key)
    all += removed
    if (removed < atATime) break
  }
  if (all > 0) log.info({ removed: all }, 'registrations that were begun and left are gone')
}

export const cleanAllDrafts: Handler<'registration_draft.clean_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'registration_draft.clean', 'every'))
}
