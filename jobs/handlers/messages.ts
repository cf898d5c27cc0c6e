import { type Kysely, sql } from 'kysely'
import {
  applyReport,
  countUnknownReport,
  reportedMessage,
} from '#app/domain/messaging/delivery/apply-report.ts'
import type { Claimed } from '#app/domain/messaging/delivery/claim.ts'
import { wakeDeliveries } from '#app/domain/messaging/delivery/wake.ts'
import { composed } from '#app/domain/messaging/inbox/composed.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { messageWords } from '#app/i18n/message-words.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { byGateway } from '#jobs/messages/by-gateway.ts'
import { byMail } from '#jobs/messages/by-mail.ts'
import { type DeliverOptions, deliver } from '#jobs/messages/deliver.ts'

/** What leaves of each message. */
async function compose(
  db: Kysely<DB>,
  messages: readonly { id: string; kind: Claimed['kind'] }[],
  tools: TenantTools,
): Promise<Map<string, ComposedMessage>> {
  const { entity, environment } = tools
  const setting = { entity, origin: originOf(entity, environment), words: messageWords }
  return composed(db, messages, setting)
}

const usual: DeliverOptions = {
  transport: async (channel, tools) => (channel === 'email' ? byMail(tools) : byGateway(channel, tools)),
  compose,
}

/** Sends what waits on one channel, one batch; composed by `options` in tests. */
export const deliverMessages =
  (options: Partial<DeliverOptions> = {}): Handler<'message.deliver'> =>
  ({ channel }, tools) =>
    deliver(channel, tools, { ...usual, ...options })

/** Asks for the sending of what waits without anybody at it, such as after a job that was lost. */
export const wakeMessages: Handler<'message.wake'> = async (_payload, { withTenant, now }) => {
  const time = await now()
  await withTenant((trx) => wakeDeliveries(trx, time))
}

/** A day's reports come within a few; after that a reference is nobody's. */
const referenceDays = 30

/** Wakes each organisation of which something waits, and forgets whose the messages of last month were. */
export const wakeAllMessages: Handler<'message.wake_all'> = async (_payload, { withPlatform }) => {
  await withPlatform(async (trx) => {
    await trx
      .deleteFrom('platform.message_reference')
      .where('created_at', '<', sql<Date>`now() - make_interval(days => ${referenceDays})`)
      .execute()
    const watched = await trx.selectFrom('platform.message_watch').select('entity_id').execute()
    await enqueueFor(
      trx,
      'message.wake',
      watched.map(({ entity_id }) => ({ entity_id, payload: {} })),
    )
  })
}

/** A report whose message nobody knew when it came: by now the gateway's id may be written down. */
export const findLateReport: Handler<'message.report'> = async (report, { withPlatform, job, log }) => {
  const { channel, id, reference, status } = report
  await withPlatform(async (trx) => {
    const found = await reportedMessage(trx, channel, {
      id: id ?? undefined,
      reference: reference ?? undefined,
    })
    if (found) {
      const { entity_id, message_id } = found
      const payload = { ...report, message_id }
      return enqueueFor(trx, 'message.apply_report', [{ entity_id, payload }], job)
    }
    log.warn({ channel, status }, 'a delivery report of a message that nobody knows')
    return countUnknownReport(trx, channel)
  })
}

export const applyLateReport: Handler<'message.apply_report'> = async (report, { withTenant }) => {
  const { channel, message_id, status, is_number } = report
  await withTenant((trx) => applyReport(trx, channel, message_id, { status, isNumber: is_number }))
}
