import { sql, type Transaction } from 'kysely'
import { bankDay } from '#app/domain/accounting/collections/collection.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { decideAdjustment, requestAdjustment } from '#app/domain/platform/payouts/adjustments.ts'
import type { Layout } from '#app/domain/platform/payouts/bank-file.ts'
import {
  approvePayout,
  bookPayouts,
  markFailed,
  markPaid,
  releasePayout,
} from '#app/domain/platform/payouts/change-payout.ts'
import { exportPayouts, saveLayout } from '#app/domain/platform/payouts/export-payouts.ts'
import { prepareNow } from '#app/domain/platform/payouts/prepare-payouts.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { at, type Stage } from '../stage.ts'
import { dateEntries, lastEntry } from '../stories/own-moment.ts'

/** Organisations of the demo are paid on a day of the month. */
interface Story {
  payout_day: number
  /** How many payouts before the latest the bank sent one back; none, unless it says. */
  failed?: number
  /** How far the latest has come. */
  latest: 'draft' | 'processing'
  /** What two people have agreed to add or take before the latest. */
  agreed: { sen: number; reason: string }
  /** How the bank of the platform wants its file, besides the usual ways. */
  layout?: Layout
  /** What one has asked for since. */
  asked?: { sen: number; reason: string }
}

const stories: Record<string, Story> = {
  demo: {
    ...{ payout_day: 10, failed: 2, latest: 'draft' },
    agreed: { sen: -6_00, reason: 'Fi pembayar bulan lalu dikira kurang enam ringgit' },
    asked: { sen: 15_00, reason: 'Fi bulan lalu dikenakan dua kali oleh sistem lama' },
  },
  cahaya: {
    ...{ payout_day: 5, latest: 'processing' },
    agreed: { sen: 3_00, reason: 'Fi ditahan dua kali bagi tiga bayaran' },
    layout: {
      ...{ name: 'Bank Contoh, pindahan pukal', separator: '|', header: false },
      columns: ['bank_code', 'account_number', 'account_name', 'amount', 'number'],
    },
  },
}

/**
 * What the platform has paid to the organisation, by the product's own verbs: prepared by itself on each payout day, approved
 * by the owner, sent and marked by finance. Nobody is mailed about it.
 */
export async function addPayouts(trx: Transaction<DB>, stage: Stage, role: string): Promise<void> {
  const { entity, today, plan } = stage
  const story = stories[plan.entity.subdomain]
  if (!story) return
  const [owner, finance] = [await operatorOf(trx, 'owner'), await operatorOf(trx, 'finance')]
  await trx
    .updateTable('platform.entity')
    .set({ payout_frequency: 'monthly', payout_day: story.payout_day })
    .where('id', '=', entity.id)
    .execute()
  const days = stage.months
    .map((month) => addDays(startOfMonth(addMonths(month, 1)), story.payout_day - 1))
    .filter((due_on) => bankDay(due_on, stage.holidays) <= today)
  for (const [index, due_on] of days.entries()) {
    const left = days.length - 1 - index
    const on = bankDay(due_on, stage.holidays)
    if (left === 0)
      await dated(trx, stage, addDays(on, -3), async () => {
        const id = await ask(trx, finance, stage, story.agreed)
        await decideAdjustment(trx, owner, id, { status: 'approved' })
        await trx
          .updateTable('platform.payout_adjustment')
          .set({ requested_at: at(stage, addDays(on, -3), 9), decided_at: at(stage, addDays(on, -3), 11) })
          .where('id', '=', id)
          .execute()
      })
    const outcome = left > 0 ? (left === story.failed ? 'failed' : 'paid') : story.latest
    await addPayout(trx, stage, { owner, finance }, { due_on, on, outcome })
  }
  if (story.asked)
    await dated(trx, stage, addDays(today, -1), async () => {
      const id = await ask(trx, finance, stage, story.asked!)
      await trx
        .updateTable('platform.payout_adjustment')
        .set({ requested_at: at(stage, addDays(today, -1), 15) })
        .where('id', '=', id)
        .execute()
    })
  if (story.layout)
    await dated(trx, stage, days[0] ?? today, () =>
      saveLayout(trx, finance, { id: newId(), seen: undefined, layout: story.layout! }),
    )
  await bookAsOwn(trx, stage, role)
  await sql`delete from platform.outbox where entity_id = ${entity.id} and name in ('payout.book', 'payout.notify')`.execute(
    trx,
  )
}

const ask = (trx: Transaction<DB>, actor: Actor, { entity }: Stage, said: { sen: number; reason: string }) =>
  requestAdjustment(trx, actor, { entity_id: entity.id, kind: 'correction', ...said })

/** One payout of a day; less than is paid at least waits for the next one, as the product has it. */
async function addPayout(
  trx: Transaction<DB>,
  stage: Stage,
  { owner, finance }: Record<'owner' | 'finance', Actor>,
  { due_on, on, outcome }: { due_on: string; on: string; outcome: Story['latest'] | 'paid' | 'failed' },
) {
  const { entity, ring, today } = stage
  await dated(trx, stage, on, async () => {
    const id = await prepareNow(trx, ring, systemActor, entity.id, { payout_on: on, now: at(stage, on, 1) })
    const seen = async () =>
      trx.selectFrom('platform.payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const when = (values: Record<string, Date | string>) =>
      trx.updateTable('platform.payout').set(values).where('id', '=', id).execute()
    const prepared_at = at(stage, on, 1)
    await when({ prepared_at, created_at: prepared_at, updated_at: prepared_at })
    await trx
      .insertInto('platform.payout_turn')
      .values({ entity_id: entity.id, due_on, net_sen: (await seen()).net_sen, payout_id: id })
      .execute()
    if ((await seen()).status === 'on_hold') await releasePayout(trx, ring, finance, await seen())
    if (outcome === 'draft') return
    await approvePayout(trx, ring, owner, await seen())
    await when({ approved_at: at(stage, on, 10) })
    const export_id = await exportPayouts(trx, ring, finance, { payout_on: on, layout: 'comma' })
    await trx
      .updateTable('platform.payout_export')
      .set({ exported_at: at(stage, on, 11) })
      .where('id', '=', export_id)
      .execute()
    const { version, number } = await seen()
    if (outcome === 'paid') {
      const paid = { version, bank_reference: `M2E ${number.slice(3)}`, paid_on: on }
      await markPaid(trx, finance, id, paid, today)
    }
    if (outcome === 'failed') {
      const fail_reason = 'Sistem bank tidak menerima fail pada hari itu'
      await markFailed(trx, finance, id, { version, fail_reason })
    }
    await when({ updated_at: at(stage, on, 16) })
  })
}

/** What the platform writes down meanwhile happened on that day. */
async function dated(trx: Transaction<DB>, stage: Stage, on: string, work: () => Promise<void>) {
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(position), 0) as last from platform.audit_log`.execute(trx)
  await work()
  await sql`update platform.audit_log set at = ${at(stage, on, 11)} where position > ${rows[0]!.last}`.execute(
    trx,
  )
}

/** The organisation's own book follows the platform's, as its job does. */
async function bookAsOwn(trx: Transaction<DB>, { now }: Stage, role: string) {
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  await bookPayouts(trx)
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, now)
}

async function operatorOf(trx: Transaction<DB>, role: 'owner' | 'finance'): Promise<Actor> {
  const { id, name } = await trx
    .selectFrom('platform.operator')
    .select(['id', 'name'])
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return { ...systemActor, type: 'operator', id, name, operator_role: role }
}
