import { insertAnnouncement } from '#app/domain/messaging/announcements/test-support.ts'
import type { Trx } from '../database/factories.ts'
import { dayOf, noonOf, text } from './told.ts'

/** An announcement of this branch: the first was sent by SMS, the others are drafts. */
export async function announced(trx: Trx, index: number, branch_id: string, created_by: string) {
  const first = index === 0
  await insertAnnouncement(trx, {
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
}
