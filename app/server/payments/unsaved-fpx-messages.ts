import type pg from 'pg'
import type { Logger } from 'pino'
import { currentTime, elapsedMs } from '#app/domain/core/clock.ts'
import {
  applyFpxMessage,
  storeOrphan,
  type VerifiedFpxMessage,
} from '#app/domain/gateways/answers/apply-answer.ts'
import { findOrder } from '#app/domain/payments/attempts/gateway-messages.ts'
import { notifyUnsavedMessages, type UnsavedMessage } from '#app/domain/platform/fpx/fpx-watch.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'

/** The most messages that are kept; further ones come again by FPX's own call and by our enquiries. */
const maxKept = 1_000
/** Milliseconds between two tries, doubled each time up to half a minute, and for how long a message is tried. */
const firstPause = 500
const longestPause = 30_000
const giveUpAfter = 3_600_000

export interface UnsavedFpxMessages {
  /** Keeps a message and tries to save it again and again. False when there are too many already. */
  keep(message: VerifiedFpxMessage): boolean
  /** How many are not saved yet. */
  count(): number
  /** Tries each once more, and none after that: before the pool ends. */
  stop(): Promise<void>
}

interface Unsaved {
  message: VerifiedFpxMessage
  received_at: Date
  /** The same by the time of this process, which no change of the clock moves. */
  since: number
}

/**
 * Keeps genuine messages in memory that browsers brought while the database was offline or busy. Each is tried again until it
 * is saved, for an hour or until it fails for another reason than an outage; then operators are notified. A message that is
 * given up, or lost with the process, comes again by FPX's own call and by our enquiry. All three end in `applyAnswer`, for
 * which the second copy is a repetition.
 */
export function unsavedFpxMessages({ pool, log }: { pool: pg.Pool; log: Logger }): UnsavedFpxMessages {
  const kept = new Set<Unsaved>()
  /** Given up, and the operators are not notified yet. */
  const toReport: UnsavedMessage[] = []
  let stopped = false

  const later = (pause: number, work: (next: number) => Promise<void>) =>
    setTimeout(() => {
      if (!stopped) void work(Math.min(pause * 2, longestPause))
    }, pause).unref()

  async function trySaving(one: Unsaved, nextPause?: number): Promise<void> {
    const order_no = one.message.report.exchange_order_no
    try {
      await save(pool, one.message)
      kept.delete(one)
      log.info({ order_no }, 'held FPX message is written down')
    } catch (error) {
      const age = elapsedMs() - one.since
      if (!isOutage(error) || age >= giveUpAfter) return giveUp(one, error)
      log.warn({ why: reasonOf(error), order_no }, 'FPX message still held')
      if (nextPause) later(nextPause, (pause) => trySaving(one, pause))
    }
  }

  function giveUp(one: Unsaved, error: unknown): void {
    const { received_at } = one
    const order_no = one.message.report.exchange_order_no
    kept.delete(one)
    log.error({ why: reasonOf(error), order_no, received_at }, 'held FPX message given up')
    toReport.push({ order_no, received_at })
    if (toReport.length === 1) later(firstPause, notifyOperators)
  }

  /** One mail about all messages that were given up so far; tried again until the database takes it. */
  async function notifyOperators(nextPause: number): Promise<void> {
    const reported = toReport.slice()
    try {
      await withPlatform(pool, (trx) => notifyUnsavedMessages(trx, reported))
      toReport.splice(0, reported.length)
      if (toReport.length > 0) later(firstPause, notifyOperators)
    } catch (error) {
      const count = reported.length
      log.warn({ why: reasonOf(error), count }, 'operators are not told yet of FPX messages given up')
      later(nextPause, notifyOperators)
    }
  }

  return {
    count: () => kept.size,
    keep(message) {
      if (stopped || kept.size >= maxKept) return false
      const one = { message, received_at: currentTime(), since: elapsedMs() }
      kept.add(one)
      later(firstPause, (pause) => trySaving(one, pause))
      return true
    },
    async stop() {
      stopped = true
      await Promise.all([...kept].map((one) => trySaving(one)))
      for (const { message, received_at } of kept)
        log.error(
          { order_no: message.report.exchange_order_no, received_at },
          'held FPX message goes with the process',
        )
      if (toReport.length > 0) await notifyOperators(longestPause)
    },
  }
}

/** The code of an error, without its message: Postgres repeats the values of the row there, such as who pays. */
function reasonOf(error: unknown): string {
  const { code, name } = error as Error & { code?: string }
  return code ?? name
}

/** Applies a message to its attempt, or stores it as an orphan. */
async function save(pool: pg.Pool, message: VerifiedFpxMessage): Promise<void> {
  const found = await withPlatform(pool, async (trx) => {
    const order = await findOrder(trx, message.report.exchange_order_no)
    if (order && !order.entity_id) return { order, tenant: platformRef }
    const entity = order?.entity_id ? await findEntity(trx, { id: order.entity_id }) : undefined
    if (order && entity) return { order, tenant: entity.place }
    await storeOrphan(trx, message)
    return undefined
  })
  if (!found) return
  await withTenant(pool, found.tenant, (trx) => applyFpxMessage(trx, found.order.attempt_id, message))
}
