import type { Updateable } from 'kysely'
import type pg from 'pg'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'

/** Gives an organisation a mail server of its own, such as one who got in would set up to keep its mails to themselves. */
export const setOwnMailServer = (
  pool: pg.Pool,
  entity_id: string,
  smtp_port: number,
  more: Updateable<DB['platform.entity']> = {},
) =>
  withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({
        ...{ smtp_status: 'verified', smtp_host: '127.0.0.1', smtp_port },
        ...{ smtp_sender_name: 'Kami', smtp_sender_email: 'kami@sekolah.test' },
        ...more,
      })
      .where('id', '=', entity_id)
      .execute(),
  )
