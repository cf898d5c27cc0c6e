import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { paths } from '#app/paths.ts'

interface Decision {
  id: string
  student: string
  /** The reason of a rejection; null if approved. */
  decision_reason: string | null
}

/** Tells the family whether a requested change was approved; the letter does not contain the changed values. */
export const studentChangeLetter = defineLetter<
  'student_change.send',
  Decision,
  Decision & { parent_id: string }
>({
  list: 'student-change',
  load: (trx, { student_change_id }) =>
    trx
      .selectFrom('student_change')
      .innerJoin('student', 'student.id', 'student_change.student_id')
      .select(['student_change.id', 'student_change.parent_id', 'student.name as student'])
      .select('student_change.decision_reason')
      .where('student_change.id', '=', student_change_id)
      .where('student_change.status', 'in', ['approved', 'rejected'])
      .where('student.deleted_at', 'is', null)
      .executeTakeFirst(),
  to: (trx, _payload, { parent_id }) => familyRecipient(trx, parent_id),

  compose({ id, student, decision_reason }, { t, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { name: lineOf(student), organisation: sender.name }
    return {
      subject: t('mail.student_change.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        decision_reason === null
          ? t('mail.student_change.approved', values)
          : t('mail.student_change.rejected', { ...values, reason: lineOf(decision_reason, 300) }),
        t('mail.student_change.wrong', values),
      ],
      facts: [],
      action: { label: t('mail.student_change.see'), url: origin + paths.student_change.view(id) },
      sender: sender.lines,
      note: t('mail.student_change.note', values),
    }
  },
})
