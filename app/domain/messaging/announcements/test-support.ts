import type { Insertable, Transaction } from 'kysely'
import type { AnnouncementStatus } from '#app/domain/messaging/words.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Audience, audienceSchema } from './audience.ts'

/** An audience of everybody's families unless something else is said. */
export const audience = (given: Partial<Audience> = {}): Audience =>
  audienceSchema.parse({ who: ['families'], ...given })

type Given = Partial<Omit<Insertable<DB['announcement']>, 'audience' | 'status'>> & {
  audience?: Partial<Audience>
  status?: AnnouncementStatus
}

const at = new Date('2026-11-20T02:00:00Z')

/**
 * An announcement in any state, as the columns of that state want it: for tests and for the demo. It has no messages unless
 * they are made with `createMessages`.
 */
export async function insertAnnouncement(trx: Transaction<DB>, given: Given = {}) {
  const { audience: whom, status = 'draft', ...row } = given
  const isBegun = !['draft', 'scheduled'].includes(status)
  const isOver = ['sent', 'sent_with_errors'].includes(status)
  return trx
    .insertInto('announcement')
    .values({
      id: newId(),
      ...{ title_en: 'Sports day', body_en: 'On **Friday**, {parent}.' },
      ...{ title_my: 'Hari sukan', body_my: 'Pada hari **Jumaat**, {parent}.' },
      channels: ['inapp'],
      audience: JSON.stringify(audience(whom)),
      status,
      ...(status === 'scheduled' ? { scheduled_at: new Date(at.getTime() + 10 * 86_400_000) } : {}),
      ...(isBegun && status !== 'cancelled' ? { started_at: at } : {}),
      ...(status === 'cancelled' ? { stopped_at: at } : {}),
      ...(isOver ? { prepared_at: at, finished_at: at, used_credits: 0, recipients: 0 } : {}),
      ...row,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
