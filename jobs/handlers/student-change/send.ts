import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { studentChangeLetter } from '#app/domain/people/student-changes/student-change-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** Tells who asked what was decided, in their language; nobody of what is not, and nobody who has no address. */
export const sendStudentChange: Handler<'student_change.send'> = async ({ student_change_id }, tools) => {
  const { inPlace, entity, environment, log } = tools
  const change = await inPlace((trx) =>
    trx
      .selectFrom('student_change')
      .innerJoin('student', 'student.id', 'student_change.student_id')
      .select(['student_change.id', 'student_change.parent_id', 'student.name as student'])
      .select('student_change.decision_reason')
      .where('student_change.id', '=', student_change_id)
      .where('student_change.status', 'in', ['approved', 'rejected'])
      .where('student.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!change) return
  const [to, organisation, labels] = await inPlace((trx) =>
    Promise.all([familyRecipient(trx, change.parent_id), organisationOf(trx), labelsOf(trx)]),
  )
  const { address, locale, name: reader } = to
  if (!address) return
  const t = i18nOf(locale, labels).getFixedT(locale)
  const setting = { t, origin: originOf(entity, environment), organisation, reader }
  const sent = await postLetter(tools, await mailSettings(tools), {
    to: { ...to, address },
    letter: studentChangeLetter(change, setting),
    organisation,
    list: 'student-change',
  })
  log.info({ student_change_id, sent }, sent ? 'mail sent' : 'mail was sent before')
}
