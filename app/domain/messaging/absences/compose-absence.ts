import { type Kysely, sql } from 'kysely'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { type ComposeSetting, schoolOf } from '#app/domain/messaging/announcements/compose.ts'
import { toHtml, toSubject, toText } from '#app/domain/messaging/texts/markup.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'

/** What an absence message keeps, so that it says the same whenever it is read: a type, since it is stored as JSON. */
export type AbsenceFacts = {
  student_id: string
  student: string
  /** The class, in the language of the family. */
  subject: string
  held_on: string
  starts: string
  ends: string
}

/** What messages about absences say, each in its family's language, by the id of the message. One that is gone is left out. */
export async function composeAbsences(
  db: Kysely<DB>,
  message_ids: readonly string[],
  setting: ComposeSetting,
): Promise<Map<string, ComposedMessage>> {
  if (message_ids.length === 0) return new Map()
  const [messages, { name, nametag, origin }, labels] = await Promise.all([
    db
      .selectFrom('message')
      .select(['id', 'locale', 'facts'])
      .where(sql<boolean>`id = any(${message_ids}::uuid[])`)
      .where('kind', '=', 'absence')
      .execute(),
    schoolOf(db, setting),
    labelsOf(db),
  ])
  return new Map(
    messages.map(({ id, locale: told, facts: stored }) => {
      const facts = stored as unknown as AbsenceFacts
      const locale = setting.reads ?? knownLocale(told)
      const t = setting.words.of(locale, labels)
      const names = { student: plain(facts.student), class: plain(facts.subject), school: plain(name) }
      const at = {
        date: formatDate(facts.held_on, locale),
        from: formatClock(facts.starts, locale),
        until: formatClock(facts.ends, locale),
      }
      const values = { ...names, ...at }
      // Filled only when the marks are read, since a name can look like an address.
      const marked = { student: '{student}', class: '{class}', school: '{school}', ...at }
      const see = setting.words.linkIn(locale, origin + paths.attendance.student(facts.student_id))
      const body = [
        t('absence.said', marked),
        t('absence.wrong', marked),
        `[${plain(t('absence.see'))}](${see})`,
      ].join('\n\n')
      return [
        id,
        {
          locale,
          subject: toSubject(t('absence.subject', values)),
          html: toHtml(body, names),
          text: toText(body, names),
          whatsapp: prefixed('whatsapp', nametag, t('absence.text', values)),
          files: [],
        },
      ]
    }),
  )
}

/** Nobody writes bold or a link by a name. */
const plain = (name: string) => lineOf(name, 200).replace(/[*[\]]/g, '')
