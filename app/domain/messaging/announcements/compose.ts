import type { TFunction } from 'i18next'
import { type Kysely, sql } from 'kysely'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { toHtml, toText, toWhatsApp } from '#app/domain/messaging/texts/markup.ts'
import { fill } from '#app/domain/messaging/texts/placeholders.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { localeFor, type TextLocale, type Texts, whatsAppLetters } from './announcement.ts'
import type { RecipientFacts } from './audience.ts'
import { placeholderFacts, type SchoolFacts } from './placeholder-facts.ts'
import { smsTo } from './plan-deliveries.ts'

/** The sentences of the product, for messages that nobody has written; `app/i18n/message-words.ts` has them. */
export interface MessageWords {
  /** In the organisation's own words. */
  of(locale: Locale, labels: TenantLabels): TFunction
  /** An address that opens in this language. */
  linkIn(locale: Locale, url: string): string
}

/** What a message is written with. */
export interface ComposeSetting {
  entity: { id: string }
  /** The organisation's own, such as `https://melati.lunas.my`. */
  origin: string
  words: MessageWords
  /** Who reads their own messages has them in the language of the page; otherwise each is in that of its reader. */
  reads?: Locale
}

/** Who reads it. */
export interface ComposedFor {
  name: string
  locale: string
  facts: RecipientFacts
}

type Composed = Omit<ComposedMessage, 'files'> & { locale: TextLocale }

/**
 * What an announcement says to one recipient, in their language where it was written in it. `sms` and `whatsapp` are whole;
 * a WhatsApp message that would be too long ends with where the rest is read. What a placeholder says is never read as a mark.
 */
export function composedText(
  texts: Texts,
  channels: readonly string[],
  reader: ComposedFor,
  school: SchoolFacts & { nametag: string },
): Composed {
  const locale = localeFor(texts, reader.locale)
  const values = placeholderFacts(reader.name, reader.facts, school, locale)
  const title = lineOf(fill(texts[`title_${locale}`] ?? '', values), 200)
  const body = texts[`body_${locale}`] ?? ''
  const sms = channels.includes('sms') ? smsTo(texts, reader, school) : null
  return {
    locale,
    subject: title,
    html: toHtml(body, values),
    text: toText(body, values),
    ...(sms ? { sms } : {}),
    ...(channels.includes('whatsapp')
      ? { whatsapp: whatsAppText(title, toWhatsApp(body, values), school) }
      : {}),
  }
}

function whatsAppText(
  title: string,
  body: string,
  { nametag, origin }: SchoolFacts & { nametag: string },
): string {
  const whole = prefixed('whatsapp', nametag, `*${title.replaceAll('*', '')}*\n\n${body}`)
  if ([...whole].length <= whatsAppLetters) return whole
  const rest = `…\n\n${origin}${paths.dashboard()}`
  const room = whatsAppLetters - [...rest].length
  const cut = [...whole].slice(0, room).join('')
  // Not in the middle of a word, unless there is hardly anything else.
  return `${cut.replace(/\s+\S*$/, '') || cut}${rest}`
}

/**
 * What leaves of each of these messages, which are all of announcements, by the id of the message. One that is gone is
 * left out. Three statements for any number of messages.
 */
export async function composeAnnouncements(
  db: Kysely<DB>,
  message_ids: readonly string[],
  setting: ComposeSetting,
): Promise<Map<string, ComposedMessage>> {
  if (message_ids.length === 0) return new Map()
  const [messages, files, school] = await Promise.all([
    db
      .selectFrom('message')
      .innerJoin('announcement', 'announcement.id', 'message.announcement_id')
      .select(['message.id', 'message.name', 'message.locale', 'message.facts', 'message.announcement_id'])
      .select(['announcement.title_en', 'announcement.body_en', 'announcement.sms_en'])
      .select(['announcement.title_my', 'announcement.body_my', 'announcement.sms_my'])
      .select(['announcement.channels', 'announcement.is_test'])
      .where(sql<boolean>`message.id = any(${message_ids}::uuid[])`)
      .execute(),
    db
      .selectFrom('announcement_file')
      .select(['announcement_id', 'file_id', 'name', 'kind'])
      .where(
        sql<boolean>`announcement_id in (select announcement_id from message where id = any(${message_ids}::uuid[]))`,
      )
      .orderBy('position')
      .execute(),
    schoolOf(db, setting),
  ])
  const byAnnouncement = Map.groupBy(files, ({ announcement_id }) => announcement_id)
  return new Map(
    messages.map(({ id, name, locale, facts, announcement_id, channels, is_test, ...texts }) => {
      // A test is read in the language that it tests.
      const reads = (!is_test && setting.reads) || knownLocale(locale)
      const reader = { name, locale: reads, facts: facts as RecipientFacts }
      const composed = composedText(texts, channels, reader, school)
      const kept = byAnnouncement.get(announcement_id!) ?? []
      return [
        id,
        {
          ...composed,
          subject: is_test ? testMark + composed.subject : composed.subject,
          files: kept.map((file) => ({
            file_id: file.file_id,
            name: file.name,
            kind: file.kind as 'picture' | 'attachment',
          })),
        },
      ]
    }),
  )
}

/** The same in every language. */
const testMark = 'TEST · '

/** The organisation's name and the name before its messages. */
export async function schoolOf(
  db: Kysely<DB>,
  { entity, origin }: Pick<ComposeSetting, 'entity' | 'origin'>,
) {
  const { name, nametag } = await db
    .selectFrom('platform.entity')
    .select(['name', 'nametag'])
    .where('id', '=', entity.id)
    .executeTakeFirstOrThrow()
  return { name, nametag, origin }
}
