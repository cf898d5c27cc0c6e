import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { elapsedMs } from '#app/domain/core/clock.ts'
import {
  type Claimed,
  claimDeliveries,
  leftBehind,
  nextDeliveries,
  sendAgain,
} from '#app/domain/messaging/delivery/claim.ts'
import { endAnnouncements } from '#app/domain/messaging/delivery/end-announcements.ts'
import { type Lane, laneWorks, leaveLane, restLane, takeLane } from '#app/domain/messaging/delivery/lane.ts'
import { firstLeaves, mostFailures } from '#app/domain/messaging/delivery/pace.ts'
import { expireDeliveries, settleDeliveries } from '#app/domain/messaging/delivery/settle.ts'
import type { ComposedMessage, SentChannel } from '#app/domain/messaging/words.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import type { Transport, Tried } from './transport.ts'
import { takingTurns } from './turns.ts'

export interface DeliverOptions {
  transport(channel: SentChannel, tools: TenantTools): Promise<Transport>
  /** What leaves of these messages, by their id. */
  compose(
    db: Kysely<DB>,
    messages: readonly { id: string; kind: Claimed['kind'] }[],
    tools: TenantTools,
  ): Promise<Map<string, ComposedMessage>>
  /** Of one run; then the next one is asked for, and the jobs of others have had their turn. */
  batch?: { messages: number; ms: number }
}

const usualBatch = { messages: 500, ms: 20_000 }
/** Messages that are composed at once. */
const composedAtOnce = 100

const turns = takingTurns()

/**
 * One run through a channel of an organisation: takes up what a dead run left behind, sends up to a batch, ends the announcements
 * that are over, and asks for the next run at the time at which it can do something.
 */
export async function deliver(
  channel: SentChannel,
  tools: TenantTools,
  options: DeliverOptions,
): Promise<void> {
  const { withTenant, entity, job } = tools
  if (!turns.enter(channel, entity.id)) throw new Postponed(2_000, 'messages of others are being sent')
  try {
    const begun = { at: (await tools.now()).getTime(), ms: elapsedMs() }
    const time = () => new Date(begun.at + elapsedMs() - begun.ms)
    const lane = await withTenant((trx) => takeLane(trx, channel, job.id))
    if (!lane) return
    const run: Run = { ...options, tools, lane, time, failures: lane.failures, rests_until: lane.rests_until }
    if (!isResting(run) && !job.nearlyExhausted) await work(run, lane.down_since !== null)
    await finish(run, lane.down_since)
  } finally {
    turns.leave(channel)
  }
}

interface Run extends DeliverOptions {
  tools: TenantTools
  lane: Lane
  time(): Date
  /** In a row, until now. */
  failures: number
  rests_until: Date | null
}

const isResting = ({ rests_until, time }: Run) => rests_until !== null && rests_until > time()

async function work(run: Run, isProbe: boolean): Promise<void> {
  const { tools, lane, time, batch = usualBatch } = run
  const { withTenant, entity, signal } = tools
  const transport = await run.transport(lane.channel, tools)
  if (!(await recover(run, transport))) return
  const composed = composer(run)
  const begun = elapsedMs()
  let tried = 0
  while (tried < batch.messages && elapsedMs() - begun < batch.ms && !signal.aborted) {
    const wave = elapsedMs()
    const most = isProbe ? 1 : Math.min(transport.atOnce, batch.messages - tried)
    const texts = await composed()
    const found = await withTenant((trx) =>
      claimDeliveries(trx, lane, { entity_id: entity.id, most, time: time() }),
    )
    if (!found || found.picked === 0) return
    const { claimed } = found
    if (claimed.length === 0) continue
    const known = await texts(claimed)
    const results = await Promise.all(claimed.map((message) => attempt(run, transport, message, known)))
    tried += claimed.length
    await withTenant(async (trx) => {
      const outcomes = claimed.map((one, at) => ({ claimed: one, outcome: results[at]!.outcome }))
      await settleDeliveries(trx, lane.channel, outcomes, time())
      await judge(run, results, async (failures) => {
        run.rests_until = failures > 0 ? await restLane(trx, lane, time(), failures) : null
        if (failures === 0) await laneWorks(trx, lane)
      })
    })
    if (isResting(run)) return
    isProbe = false
    const pause = (claimed.length * 1_000) / transport.perSecond - (elapsedMs() - wave)
    if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

/** An error of ours is nobody's failure: the message is decided upon by the next run, as one that was left behind. */
async function attempt(
  { tools, lane }: Run,
  transport: Transport,
  message: Claimed,
  known: ReadonlyMap<string, ComposedMessage>,
): Promise<Tried> {
  const { message_id } = message
  const composed = known.get(message_id)
  if (!composed) return { outcome: { status: 'failed', reason: 'text' } }
  const result = await transport.send(message, composed)
  if (result.why)
    tools.log.warn(
      { message_id, channel: lane.channel, outcome: result.outcome, ...result.why },
      'a message was not taken',
    )
  return result
}

/** Counts failures in a row, and says for how many the gateway is left alone; 0 when it works. */
async function judge(
  run: Run,
  results: readonly Tried[],
  became: (rests: number) => Promise<void>,
): Promise<void> {
  for (const { trouble, outcome } of results) {
    if (trouble === 'hard') run.failures = Math.max(run.failures + 1, mostFailures)
    else if (trouble === 'soft') run.failures += 1
    else if (outcome.status === 'sent' || outcome.status === 'failed') run.failures = 0
  }
  const busy = results.flatMap(({ trouble }) => (typeof trouble === 'object' ? trouble.busyMs : []))
  if (busy.length > 0) run.rests_until = new Date(run.time().getTime() + Math.max(...busy))
  else if (run.failures >= mostFailures) await became(run.failures - mostFailures + 1)
  else if (run.failures === 0) await became(0)
}

/** Decides what became of messages whose sender died; false when the gateway does not say now. */
async function recover(run: Run, transport: Transport): Promise<boolean> {
  const { tools, lane, time } = run
  const { withTenant, log } = tools
  const { channel } = lane
  for (;;) {
    const left = await withTenant((trx) => leftBehind(trx, channel, 50))
    if (left.length === 0) return true
    const found = await Promise.all(
      left.map(async ({ message_id }) => ({ message_id, became: await transport.recover(message_id) })),
    )
    const idsOf = (which: string) =>
      found.flatMap(({ message_id, became }) => (became === which ? message_id : []))
    const [copies, later] = [idsOf('copy'), idsOf('later')]
    for (const message_id of copies)
      log.warn({ message_id, channel }, 'a worker died while this message was sent: it may go out twice')
    await withTenant(async (trx) => {
      await sendAgain(trx, lane, idsOf('again'), false)
      await sendAgain(trx, lane, copies, true)
      const sent = found.flatMap(({ message_id, became }) =>
        typeof became === 'object' ? [{ claimed: unknownTry(message_id), outcome: became }] : [],
      )
      await settleDeliveries(trx, channel, sent, time())
      if (later.length > 0) {
        run.failures = Math.max(run.failures + 1, mostFailures)
        run.rests_until = await restLane(trx, lane, time(), run.failures - mostFailures + 1)
      }
    })
    if (later.length > 0) return false
  }
}

const unknownTry = (message_id: string) => ({
  ...{ message_id, attempts: 1, held_since: null },
})

/** Composes those that come next together, before they are claimed; what was not foreseen is composed by itself. */
function composer({ compose, tools, lane, time }: Run) {
  let known = new Map<string, ComposedMessage>()
  let foreseen = 0
  return async () => {
    if (foreseen <= 0) {
      known = await tools.withTenant(async (trx) => {
        const next = await nextDeliveries(trx, lane.channel, { most: composedAtOnce, time: time() })
        foreseen = next.length
        return compose(trx, next, tools)
      })
    }
    return async (claimed: readonly Claimed[]) => {
      foreseen -= claimed.length
      const missing = claimed.filter(({ message_id }) => !known.has(message_id))
      if (missing.length > 0) {
        const ids = missing.map(({ message_id, kind }) => ({ id: message_id, kind }))
        for (const [id, one] of await tools.withTenant((trx) => compose(trx, ids, tools))) known.set(id, one)
      }
      return known
    }
  }
}

async function finish(run: Run, down_since: Date | null): Promise<void> {
  const { tools, lane, time } = run
  const { channel } = lane
  await tools.withTenant(async (trx) => {
    if (down_since && isResting(run)) {
      const expired = await expireDeliveries(trx, channel, down_since, time())
      if (expired > 0)
        tools.log.error({ channel, expired }, 'messages expired while the gateway was in trouble')
    }
    const ended = await endAnnouncements(trx)
    if (ended > 0) tools.log.info({ ended }, 'announcements are over')
    const left = await leaveLane(trx, lane)
    if (!left) return
    const at = nextRun(run, left)
    if (at) await enqueue(trx, 'message.deliver', { channel }, at > time() ? at : undefined)
  })
}

/** When something can leave again; undefined when nothing waits. */
function nextRun(
  { time, rests_until }: Run,
  { more, next_at, urgent_at }: { more: boolean; next_at: Date | null; urgent_at: Date | null },
): Date | undefined {
  const earliest = (at: Date) =>
    new Date(Math.max(at.getTime(), time().getTime(), rests_until?.getTime() ?? 0))
  if (!next_at) return more ? earliest(time()) : undefined
  const at = more ? earliest(time()) : earliest(next_at)
  return more ? at : firstLeaves(at, urgent_at && earliest(urgent_at))
}
