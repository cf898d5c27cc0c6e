import type pg from 'pg'
import type { Logger } from 'pino'
import { currentTime } from '#app/domain/core/clock.ts'
import { applyVerified, storeOrphan, type Verified } from '#app/domain/gateways/answers/apply-answer.ts'
import { orderOf } from '#app/domain/payments/attempts/gateway-messages.ts'
import { notifyUnwritten, type Unwritten } from '#app/domain/platform/overview/fpx-watch.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'

/** More are left to FPX's own call and to our enquiries, which bring the same. */
const most = 1_000
/** Milliseconds between two tries: twice as long each time, up to half a minute; and for which a message is tried. */
const firstPause = 500
const longestPause = 30_000
const patience = 3_600_000

export interface HeldMessages {
  /** False when there are too many already. */
  hold(message: Verified): boolean
  /** Those that are not written down yet. */
  waiting(): number
  /** Tries each once more, and none after that: before the pool ends. */
  end(): Promise<void>
}

interface Held {
  message: Verified
  received_at: Date
}

/**
 * Genuine messages that browsers brought while the database had no connection to give: kept in the process, each tried
 * again until it is written down, for an hour or until it fails for another reason than an outage; then operators are
 * told. What goes with the process, or is given up, is brought once more by FPX's call and by our enquiry; all three end
 * in `applyAnswer`, for which the second is a repetition.
 */
export function heldMessages({ pool, log }: { pool: pg.Pool; log: Logger }): HeldMessages {
  const held = new Set<Held>()
  /** Given up, and no operator knows yet. */
  const untold: Unwritten[] = []
  let over = false

  const later = (pause: number, work: (next: number) => Promise<void>) =>
    setTimeout(() => {
      if (!over) void work(Math.min(pause * 2, longestPause))
    }, pause).unref()

  async function attempt(one: Held, next?: number): Promise<void> {
    const order_no = one.message.ac.exchange_order_no
    try {
      await writeDown(pool, one.message)
      held.delete(one)
      log.info({ order_no }, 'held FPX message is written down')
    } catch (error) {
      const tried = currentTime().getTime() - one.received_at.getTime()
      if (!isOutage(error) || tried >= patience) return giveUp(one, error)
      log.warn({ why: reasonOf(error), order_no }, 'FPX message still held')
      if (next) later(next, (pause) => attempt(one, pause))
    }
  }

  function giveUp(one: Held, error: unknown): void {
    const { received_at } = one
    const order_no = one.message.ac.exchange_order_no
    held.delete(one)
    log.error({ why: reasonOf(error), order_no, received_at }, 'held FPX message given up')
    untold.push({ order_no, received_at })
    if (untold.length === 1) later(firstPause, tell)
  }

  /** In one mail about all that were given up until then; told again until the database takes it. */
  async function tell(next: number): Promise<void> {
    const told = untold.slice()
    try {
      await withPlatform(pool, (trx) => notifyUnwritten(trx, told))
      untold.splice(0, told.length)
      if (untold.length > 0) later(firstPause, tell)
    } catch (error) {
      const count = told.length
      log.warn({ why: reasonOf(error), count }, 'operators are not told yet of FPX messages given up')
      later(next, tell)
    }
  }

  return {
    waiting: () => held.size,
    hold(message) {
      if (over || held.size >= most) return false
      const one = { message, received_at: currentTime() }
      held.add(one)
      later(firstPause, (pause) => attempt(one, pause))
      return true
    },
    async end() {
      over = true
      await Promise.all([...held].map((one) => attempt(one)))
      for (const { message, received_at } of held)
        log.error(
          { order_no: message.ac.exchange_order_no, received_at },
          'held FPX message goes with the process',
        )
      if (untold.length > 0) await tell(longestPause)
    },
  }
}

/** Not the whole of an error: what Postgres says of a row names who pays. */
function reasonOf(error: unknown): string {
  const { code, name } = error as Error & { code?: string }
  return code ?? name
}

async function writeDown(pool: pg.Pool, message: Verified): Promise<void> {
  const place = await withPlatform(pool, async (trx) => {
    const order = await orderOf(trx, message.ac.exchange_order_no)
    if (order && !order.entity_id) return { order, at: platformRef }
    const entity = order?.entity_id ? await findEntity(trx, { id: order.entity_id }) : undefined
    if (order && entity) return { order, at: entity.place }
    await storeOrphan(trx, message)
    return undefined
  })
  if (!place) return
  await withTenant(pool, place.at, (trx) => applyVerified(trx, place.order.attempt_id, message))
}
