import type pg from 'pg'
import type { Logger } from 'pino'
import { orderOf } from '#app/domain/attempts/callback.server.ts'
import { applyVerified, keepOrphan, type Verified } from '#app/domain/attempts/verified.server.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { inPlace, inPlatform } from '#db/in-place.ts'

/** More are left to FPX's own call and to our enquiries, which bring the same. */
const most = 1_000
/** Milliseconds between two tries: twice as long each time, up to half a minute. */
const firstPause = 500
const longestPause = 30_000

export interface HeldMessages {
  /** False when there are too many already. */
  hold(message: Verified): boolean
  /** Those that are not written down yet. */
  waiting(): number
}

/**
 * Genuine messages that browsers brought while the database had no connection to give: kept in the process, each tried
 * again until it is written down. What goes with the process is brought once more by FPX's call and by our enquiry; all
 * three end in `applyAnswer`, for which the second is a repetition.
 */
export function heldMessages({ pool, log }: { pool: pg.Pool; log: Logger }): HeldMessages {
  const held = new Set<Verified>()
  const next = (message: Verified, pause: number) =>
    setTimeout(async () => {
      try {
        await writeDown(pool, message)
        held.delete(message)
        log.info({ order_no: message.ac.exchange_order_no }, 'held FPX message is written down')
      } catch (error) {
        log.warn({ err: error, order_no: message.ac.exchange_order_no }, 'FPX message still held')
        next(message, Math.min(pause * 2, longestPause))
      }
    }, pause).unref()
  return {
    waiting: () => held.size,
    hold(message) {
      if (held.size >= most) return false
      held.add(message)
      next(message, firstPause)
      return true
    },
  }
}

async function writeDown(pool: pg.Pool, message: Verified): Promise<void> {
  const place = await inPlatform(pool, async (trx) => {
    const order = await orderOf(trx, message.ac.exchange_order_no)
    const entity = order && (await findEntity(trx, { id: order.entity_id }))
    if (order && entity) return { order, entity }
    await keepOrphan(trx, message)
    return undefined
  })
  if (!place) return
  await inPlace(pool, place.entity.place, (trx) => applyVerified(trx, place.order.attempt_id, message))
}
