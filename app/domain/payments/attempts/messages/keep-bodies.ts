import { sql, type Transaction } from 'kysely'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { sealedBody } from './body.ts'

/** For which a body is kept. What the message meant, its time and its hash stay with the books. */
export const bodyMonths = 24

/** Bodies in one transaction. */
const batch = 500

/**
 * Seals some of the bodies that were kept before bodies were sealed; at the platform's place. Returns how many; fewer than a
 * batch are the last. Those that another is sealing are left to them.
 */
export async function sealBodies(
  trx: Transaction<DB>,
  ring: Keyring,
  most = batch,
): Promise<{ sealed: number; last: boolean }> {
  const rows = await trx
    .selectFrom('platform.gateway_message')
    .select(['id', 'raw_body'])
    .where('raw_body', 'is not', null)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, raw_body } of rows)
    await trx
      .updateTable('platform.gateway_message')
      .set({ raw_body: null, body_sealed: sealedBody(ring, id, raw_body!) })
      .where('id', '=', id)
      .execute()
  return { sealed: rows.length, last: rows.length < most }
}

/**
 * Takes some of the bodies away whose time is over, but for those by which somebody still has to decide; at the
 * platform's place. Returns how many, as {@link sealBodies}.
 */
export async function forgetBodies(
  trx: Transaction<DB>,
  most = batch,
): Promise<{ forgotten: number; last: boolean }> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.gateway_message')
    .set({ raw_body: null, body_sealed: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('platform.gateway_message as old')
        .select('old.id')
        .where('old.received_at', '<', sql<Date>`now() - make_interval(months => ${bodyMonths})`)
        .where((or) => or.or([or('old.raw_body', 'is not', null), or('old.body_sealed', 'is not', null)]))
        .where((not) =>
          not.not(
            not.exists(
              not
                .selectFrom('platform.payment_exception')
                .select('platform.payment_exception.id')
                .whereRef('platform.payment_exception.message_id', '=', 'old.id')
                .where('platform.payment_exception.state', '<>', 'resolved'),
            ),
          ),
        )
        .orderBy('old.received_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  const forgotten = Number(numUpdatedRows)
  return { forgotten, last: forgotten < most }
}
