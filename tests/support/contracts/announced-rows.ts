import { insertAnnouncement } from '#app/domain/messaging/announcements/test-support.ts'
import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { dayOf, noonOf, text } from './told.ts'

interface Of {
  branch_id: string
  created_by: string
  /** Who got it. */
  parent_id: string
}

/** An announcement of this branch, with its id: the first was sent by SMS and did not arrive, the others are drafts. */
export async function announced(trx: Trx, index: number, { branch_id, created_by, parent_id }: Of) {
  const first = index === 0
  const { id } = await insertAnnouncement(trx, {
    ...{
      branch_id,
      // Who reads the list in a branch alone has not written the one elsewhere.
      created_by: first ? null : created_by,
      created_at: noonOf(index),
      title_my: first ? text : `Notis ${dayOf(index)} ${index}`,
    },
    ...(first
      ? {
          ...{ status: 'sent', started_at: noonOf(index), recipients: 7, sent_by: created_by },
          ...{ channels: ['inapp', 'sms'], sms_en: 'Notice', sms_my: 'Notis' },
        }
      : {}),
  })
  const message_id = newId()
  await insert(trx, 'message', {
    ...{ id: message_id, kind: 'announcement', announcement_id: id, parent_id },
    ...{ name: first ? text : `Puan ${index}`, locale: 'my' },
  })
  await insert(
    trx,
    'message_delivery',
    first
      ? {
          ...{ message_id, channel: 'sms', status: 'failed', reason: 'number', address: '+60100000000' },
          ...{ sent_at: noonOf(index), failed_at: noonOf(index), credits: 1, returned_credits: 1 },
        }
      : { message_id, channel: 'inapp', status: 'delivered', sent_at: noonOf(index) },
  )
  return id
}
