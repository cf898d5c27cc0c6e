import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { statementLetter } from '#app/domain/people/families/statement-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { statementFingerprint } from '#app/print/statement/fingerprint.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendLetter } from '#jobs/mail/send-letter.ts'

/** The statement as it is when the mail is written, with its PDF. Whoever asked for it was allowed to then. */
export const mailStatement: Handler<'statement.send'> = async ({ parent_id, from, to }, tools) => {
  const { inPlace, entity, environment } = tools
  const span = { from, to }
  const [statement, recipient, organisation, labels] = await inPlace((trx) =>
    Promise.all([
      statementOf(trx, everywhere, parent_id, span),
      familyRecipient(trx, parent_id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  const { locale } = recipient
  const t = i18nOf(locale, labels).getFixedT(locale)
  const { name, family_code } = statement.head
  const told = { name, family_code, closing_sen: statement.closing_sen, ...span }
  await sendLetter(tools, {
    to: recipient,
    letter: statementLetter(told, { t, locale, origin: originOf(entity, environment), organisation }),
    organisation,
    document: {
      kind: 'statement',
      subject_id: parent_id,
      parameters: span,
      fingerprint: statementFingerprint(parent_id, span, statement.rows, locale, labels),
      locale,
    },
  })
}
