import { anchorReader, anchorReaders, keepAnchor } from '#app/domain/audit/seals/anchor.ts'
import { anchorLetter, verifyUrl } from '#app/domain/audit/seals/anchor-letter.ts'
import { askForAnchors } from '#app/domain/audit/seals/watch.ts'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { senderOf } from '#app/domain/core/letters/phrases.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'
import { activeOwners, sealedAt } from './mail-owner.ts'
import { sealAt } from './seal.ts'

/** A copy of each log's last seal goes where the database cannot reach it, once a day. */
export const anchorLogs: Handler<'audit.anchor_all'> = async (_payload, tools) => {
  const { inPlace, files, job, log } = tools
  const asked = await inPlace((trx) => askForAnchors(trx))
  const last = await sealAt(tools, 'platform')
  if (last) await keepAnchor(files, last, { on: currentDay() })
  log.info(
    { organisations: asked, platform_seal: last?.number, platform_hash: last?.hash },
    'anchors are made',
  )
  if (!last) return
  await inPlace(async (trx) => {
    const owners = await activeOwners(trx)
    for (const { id } of owners)
      await enqueueFromJob(trx, job, 'audit.mail_owner', { operator_id: id, ...last }, id)
  })
}

/** Sealed up to now, kept as that day's file, written to the log, mailed to its superadmins. */
export const anchorLog: Handler<'audit.anchor'> = async (_payload, tools) => {
  const { inPlace, files, job, log } = tools
  const last = await sealAt(tools, 'tenant')
  if (!last) return
  await keepAnchor(files, last, { on: currentDay() })
  await inPlace(async (trx) => {
    const readers = await anchorReaders(trx)
    for (const { id } of readers) await enqueueFromJob(trx, job, 'audit.mail', { user_id: id, ...last }, id)
  })
  log.info({ seal: last.number, hash: last.hash }, 'audit log anchored')
}

export const mailAnchor: Handler<'audit.mail'> = async ({ user_id, ...anchor }, tools) => {
  const { inPlace, entity, environment } = tools
  const [reader, organisation, sealed_at, labels] = await inPlace((trx) =>
    Promise.all([anchorReader(trx, user_id), organisationOf(trx), sealedAt(trx, anchor), labelsOf(trx)]),
  )
  if (!reader?.email || !sealed_at) return
  const locale = knownLocale(reader.locale)
  const sender = senderOf(organisation)
  const url = verifyUrl(originOf(entity, environment), 'tenant')
  const letter = anchorLetter(
    anchor,
    { reader: reader.name, organisation: sender.name, sender: sender.lines, sealed_at, url },
    { t: i18nOf(locale, labels).getFixedT(locale), locale },
  )
  await postLetter(tools, await mailSettings(tools), {
    to: { address: reader.email, name: reader.name, locale },
    letter,
    organisation: { ...organisation, contact_email: '' },
    list: 'audit',
  })
}
