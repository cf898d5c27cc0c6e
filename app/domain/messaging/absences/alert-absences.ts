import { sql, type Transaction } from 'kysely'
import { counts } from '#app/domain/classes/attendance/percent.ts'
import { optedOut } from '#app/domain/core/contact/opted-out.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { columnInFound } from '#app/domain/core/translated.ts'
import { whatsAppCredits } from '#app/domain/messaging/announcements/announcement.ts'
import {
  createMessages,
  enqueueDeliveries,
  type KeyedMessage,
} from '#app/domain/messaging/delivery/create-messages.ts'
import type { NewMessage } from '#app/domain/messaging/words.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { AbsenceFacts } from './compose-absence.ts'

/** Days after a session within which its absences are told; what is marked later is no news. */
const alertDays = 2

type Delivery = NewMessage['deliveries'][number]

/**
 * Tells the payer of each student who was absent from a confirmed session, in the app and by e-mail, and by WhatsApp where the
 * organisation pays for it. Once a day for each child, however many sessions were missed and however many workers ask. Nobody
 * is told while the setting is off, of a session that is open again or was confirmed anew less than half an hour ago (that
 * confirmation has a job of its own), or of a mark that is not an absence any more. Returns how many were told.
 */
export async function alertAbsences(
  trx: Transaction<DB>,
  session_id: string,
  today: string,
): Promise<number> {
  const { absence_alert } = await settings(trx, 'attendance')
  if (!absence_alert.on) return 0
  const absent = await absentFrom(trx, session_id, addDays(today, -alertDays))
  if (absent.length === 0) return 0
  // Whoever writes the row of the day first tells the family; another transaction waits for it here and then finds it.
  const first = await trx
    .insertInto('absence_alert')
    .values(absent.map(({ student_id, held_on }) => ({ student_id, absent_on: held_on, session_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('student_id')
    .execute()
  const told = new Set(first.map(({ student_id }) => student_id))
  const messages = absent
    .filter(({ student_id }) => told.has(student_id))
    .map((row) => messageOf(row, absence_alert.whatsapp))
  if (messages.length === 0) return 0
  await createMessages(trx, messages)
  await enqueueDeliveries(trx)
  return messages.length
}

type Absent = Awaited<ReturnType<typeof absentFrom>>[number]

/** Students whose absence from a session counts, with their payers, in one order so that two transactions never cross. */
function absentFrom(trx: Transaction<DB>, session_id: string, since: string) {
  return trx
    .selectFrom('class_session')
    .innerJoin('attendance_mark', 'attendance_mark.session_id', 'class_session.id')
    .innerJoin('student', 'student.id', 'attendance_mark.student_id')
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .innerJoin('student_parent', (join) =>
      join
        .onRef('student_parent.student_id', '=', 'student.id')
        .on('student_parent.is_payer', '=', sql<boolean>`true`),
    )
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select(['attendance_mark.student_id', 'class_session.held_on', 'student.name as student'])
    .select([
      sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'),
      sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'),
      columnInFound('subject.name', sql.ref('parent.preferred_locale')).as('subject'),
      optedOut('parent', sql.ref('parent.id'), 'email').as('no_email'),
      optedOut('parent', sql.ref('parent.id'), 'whatsapp').as('no_whatsapp'),
    ])
    .select(['parent.id as parent_id', 'parent.name as parent', 'parent.email', 'parent.phone'])
    .select('parent.preferred_locale')
    .where('class_session.id', '=', session_id)
    .where('class_session.status', '=', 'confirmed')
    .where(sql<boolean>`class_session.confirmed_at <= now() - interval '29 minutes'`)
    .where('class_session.held_on', '>=', since)
    .where('attendance_mark.mark', '=', 'absent')
    .where(counts)
    .where(sql<boolean>`not exists (select from attendance_mark instead
      where instead.student_id = attendance_mark.student_id and instead.makeup_for_id = attendance_mark.session_id
        and instead.mark in ('present', 'late'))`)
    .where('student.status', '=', 'active')
    .where('student.deleted_at', 'is', null)
    .where('parent.deleted_at', 'is', null)
    .orderBy('attendance_mark.student_id')
    .execute()
}

function messageOf(row: Absent, byWhatsApp: boolean): KeyedMessage {
  const { student_id, student, subject, held_on, starts, ends } = row
  const facts: AbsenceFacts = { student_id, student, subject, held_on, starts, ends }
  return {
    ...{ kind: 'absence', announcement_id: null, user_id: null, parent_id: row.parent_id },
    ...{ name: row.parent, locale: knownLocale(row.preferred_locale), facts },
    key: `absence ${student_id} ${held_on}`,
    deliveries: [
      { channel: 'inapp', address: null, credits: 0 },
      mailTo(row),
      ...(byWhatsApp ? [whatsAppTo(row)] : []),
    ],
  }
}

function mailTo({ email, no_email }: Absent): Delivery {
  const to = { channel: 'email', address: firstAddress(email), credits: 0 } as const
  if (no_email) return { ...to, suppressed: 'opted_out' }
  return to.address ? to : { ...to, suppressed: 'no_address' }
}

function whatsAppTo({ phone, no_whatsapp }: Absent): Delivery {
  const to = { channel: 'whatsapp', address: phone && isMobile(phone) ? phone : null } as const
  if (no_whatsapp) return { ...to, credits: 0, suppressed: 'opted_out' }
  if (!to.address) return { ...to, credits: 0, suppressed: 'no_address' }
  return { ...to, credits: whatsAppCredits }
}
