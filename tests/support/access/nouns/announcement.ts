import { sql } from 'kysely'
import {
  announcementForm,
  scheduleForm,
  sendForm,
  testForm,
} from '#app/domain/messaging/announcements/announcement.ts'
import { insertAnnouncement } from '#app/domain/messaging/announcements/test-support.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { inDays, type Row, verb, version, view } from '#tests/support/access/row.ts'
import { insert, type Trx } from '#tests/support/database/factories.ts'

/** A draft of this corner, as if its family and who teaches its class had received it: by that they see it. */
async function draft(trx: Trx, { branch_id, payer_parent_id, subject_id, mark }: Corner) {
  const row = await insertAnnouncement(trx, {
    ...{ branch_id, title_en: mark, body_en: mark, title_my: null, body_my: null },
    audience: { who: ['families'], subject_ids: [subject_id] },
  })
  const teaching = await trx
    .selectFrom('subject_trainer')
    .select('user_id')
    .distinct()
    .where('subject_id', '=', subject_id)
    .execute()
  const to = { kind: 'announcement', announcement_id: row.id, name: mark, locale: 'en' }
  await insert(trx, 'message', { id: newId(), ...to, parent_id: payer_parent_id })
  for (const { user_id } of teaching) await insert(trx, 'message', { id: newId(), ...to, user_id })
  return row
}

/** An announcement, and a file of one. */
export const announcementNouns = {
  announcement: { make: draft },
  announcementFile: {
    make: async (trx, corner) => {
      const { id: announcement_id } = await draft(trx, corner)
      const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
      const [storage_key, content_type] = [newId(), 'application/pdf']
      await filesOf(environment, rows[0]!.place).put(storage_key, Buffer.from(corner.mark), content_type)
      const file = await insert(trx, 'stored_file', {
        ...{ id: newId(), kind: 'announcement', name: corner.mark, content_type, storage_key },
        ...{ size_bytes: corner.mark.length, sha256: Buffer.alloc(32) },
      })
      const row = await insert(trx, 'announcement_file', {
        ...{ id: newId(), announcement_id, file_id: file.id, kind: 'attachment' },
        ...{ name: corner.mark, position: 1 },
      })
      return { ...row, version: 1 }
    },
  },
} as const satisfies Record<string, Noun>

const texts = { title_en: 'Notice', body_en: 'Hello', who: 'families' }

/** Announcements, from writing to sending. */
export const announcementRows: Record<string, Row> = {
  'tenant/announcement/new': { form: () => texts, schema: announcementForm },
  'tenant/announcement/edit': {
    of: 'announcement',
    form: (thing) => ({ ...texts, ...version(thing) }),
    schema: announcementForm,
  },
  'tenant/announcement/duplicate': verb('announcement'),
  'tenant/announcement/file': { of: 'announcement' },
  'tenant/announcement/file-get': view('announcementFile'),
  'tenant/announcement/file-remove': verb('announcementFile'),
  'tenant/announcement/review': {
    of: 'announcement',
    form: (thing) => ({ ...version(thing), counted: '0 0' }),
    schema: sendForm,
  },
  'tenant/announcement/schedule': {
    of: 'announcement',
    form: (thing) => ({ ...version(thing), on: inDays(2), at: '09:00' }),
    schema: scheduleForm,
  },
  'tenant/announcement/test': verb('announcement', () => ({ channels: 'inapp', locale: 'en' }), testForm),
  'tenant/announcement/cancel': verb('announcement'),
  'tenant/announcement/remove': verb('announcement', version),
}
