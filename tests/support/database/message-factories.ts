import { newId } from '#db/id.ts'
import { insert, next, type Trx } from './factories.ts'

interface NewLetter {
  title?: string
  body?: string
  sms?: string
  channels?: string[]
  /** The family's parent, or an account. */
  parent_id?: string | null
  user_id?: string | null
  name?: string
  locale?: string
  /** Of the delivery in the app. */
  status?: string
  read_at?: Date | null
}

/** An announcement that was sent, with one message to one reader who has it in the app. */
export async function letter(trx: Trx, given: NewLetter = {}) {
  const number = next()
  const {
    title = `Hari sukan ${number}`,
    body = `**Salam** {parent}, bawa topi ${number}.`,
    sms = null,
  } = given
  const { channels = ['inapp', 'email'], locale = 'en', name = 'Puan Aminah', read_at = null } = given
  const announcement = await insert(trx, 'announcement', {
    ...{
      id: newId(),
      title_en: title,
      body_en: body,
      sms_en: sms,
      channels,
      audience: JSON.stringify({ who: ['families'] }),
    },
    ...{ status: 'sent', started_at: new Date(), finished_at: new Date(), prepared_at: new Date() },
    ...{ reserved_credits: 0, used_credits: 0 },
  })
  const message = await insert(trx, 'message', {
    ...{ id: newId(), kind: 'announcement', announcement_id: announcement.id, name, locale, read_at },
    ...{ parent_id: given.parent_id ?? null, user_id: given.user_id ?? null },
  })
  await insert(trx, 'message_delivery', {
    ...{ message_id: message.id, channel: 'inapp', status: given.status ?? 'delivered' },
    ...(given.status === 'suppressed' ? { reason: 'stopped' } : { sent_at: new Date() }),
  })
  return { announcement, message, title }
}

/** A file of an announcement: its row, and one among the stored files. */
export async function letterFile(
  trx: Trx,
  announcement_id: string,
  {
    storage_key,
    kind = 'attachment',
    content_type = 'application/pdf',
    bytes = 4,
  }: {
    storage_key: string
    kind?: string
    content_type?: string
    bytes?: number
  },
) {
  const file = await insert(trx, 'stored_file', {
    ...{ id: newId(), kind: 'announcement', name: `surat-${next()}`, content_type, size_bytes: bytes },
    ...{ sha256: Buffer.alloc(32), storage_key },
  })
  await insert(trx, 'announcement_file', {
    ...{ id: newId(), announcement_id, file_id: file.id, kind, name: file.name, position: 1 },
  })
  return file
}
