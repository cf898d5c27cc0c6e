import { type Selectable, sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { SentChannel } from '../words.ts'
import { restMs } from './pace.ts'

// Of an organisation one run at a time works through a channel, so that what it finds as "sending" was left by one that died.

/** One run of one job, which holds the lane until another one takes it. */
export interface Lane {
  channel: SentChannel
  run_id: string
}

export type LaneState = Pick<Selectable<DB['message_lane']>, 'failures' | 'down_since' | 'rests_until'>

/** A run that says nothing for so long is taken for dead; one try at a gateway or mail server is shorter. */
const deadAfter = sql`interval '2 minutes'`

/**
 * Takes the lane, at once if it is free or was held by an earlier run of the same job, which the queue knows to be over;
 * undefined while another job holds it, which is told that there is more.
 */
export async function takeLane(
  trx: Transaction<DB>,
  channel: SentChannel,
  job_id: string,
): Promise<(Lane & LaneState) | undefined> {
  const run_id = newId()
  const taken = await trx
    .insertInto('message_lane')
    .values({ channel, job_id, run_id, renewed_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('channel')
        .doUpdateSet({ job_id, run_id, renewed_at: sql<Date>`now()`, more: false })
        .where(
          sql<boolean>`message_lane.run_id is null or message_lane.job_id = ${job_id}
            or message_lane.renewed_at < now() - ${deadAfter}`,
        ),
    )
    .returning(['failures', 'down_since', 'rests_until'])
    .executeTakeFirst()
  if (taken) return { channel, run_id, ...taken }
  // The row is locked by the statement above, so that its holder cannot leave between the two.
  await trx.updateTable('message_lane').set({ more: true }).where('channel', '=', channel).execute()
  return undefined
}

/** False when another run has taken it: this one must not send anything any more. */
export async function renewLane(trx: Transaction<DB>, { channel, run_id }: Lane): Promise<boolean> {
  const renewed = await trx
    .updateTable('message_lane')
    .set({ renewed_at: sql<Date>`now()` })
    .where('channel', '=', channel)
    .where('run_id', '=', run_id)
    .returning('channel')
    .executeTakeFirst()
  return renewed !== undefined
}

/** The gateway is in trouble: it is left alone for a while that grows with the failures. */
export async function restLane(
  trx: Transaction<DB>,
  { channel }: Pick<Lane, 'channel'>,
  time: Date,
  failures: number,
): Promise<Date> {
  const rests_until = new Date(time.getTime() + restMs(failures))
  await trx
    .updateTable('message_lane')
    .set({ failures, rests_until, down_since: sql<Date>`coalesce(down_since, ${time})` })
    .where('channel', '=', channel)
    .execute()
  return rests_until
}

/** The gateway has taken a message, so whatever was wrong is over. */
export async function laneWorks(trx: Transaction<DB>, { channel }: Pick<Lane, 'channel'>): Promise<void> {
  await trx
    .updateTable('message_lane')
    .set({ failures: 0, rests_until: null, down_since: null })
    .where('channel', '=', channel)
    .where(sql<boolean>`(failures > 0 or down_since is not null)`)
    .execute()
}

/**
 * Lets the next run in. Returns whether another job came meanwhile, and since when the first of what waits may leave; undefined
 * when the lane was taken away.
 */
export async function leaveLane(
  trx: Transaction<DB>,
  { channel, run_id }: Lane,
): Promise<{ more: boolean; next_at: Date | null; urgent_at: Date | null } | undefined> {
  const left = await trx
    .selectFrom('message_lane')
    .select('more')
    .where('channel', '=', channel)
    .where('run_id', '=', run_id)
    .forUpdate()
    .executeTakeFirst()
  if (!left) return undefined
  const waiting = await trx
    .selectFrom('message_delivery as delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .leftJoin('announcement', 'announcement.id', 'message.announcement_id')
    .select(({ fn }) => fn.min('delivery.next_at').as('next_at'))
    .select(({ fn }) => fn.min('delivery.next_at').filterWhere('is_urgent', '=', true).as('urgent_at'))
    .where('delivery.channel', '=', channel)
    .where('delivery.status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('message_lane')
    .set({ run_id: null, job_id: null, more: false })
    .where('channel', '=', channel)
    .execute()
  return { ...left, ...waiting }
}
