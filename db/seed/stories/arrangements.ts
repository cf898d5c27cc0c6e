import { sql, type Transaction } from 'kysely'
import { splitIntoParts } from '#app/domain/billing/arrangements/arrangement.ts'
import { settleArrangements } from '#app/domain/billing/arrangements/change-arrangement.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Team } from '../staff.ts'
import { at, type Stage } from '../stage.ts'

/** How many days ago each was agreed, in how many parts, and the first of them how many days later. */
const told = [
  {
    ...{ ago: 10, parts: 3, first_in: 14, status: 'active' },
    reason: { my: 'Bapa kehilangan kerja bulan lalu.', en: 'Father lost his work last month.' },
  },
  {
    ...{ ago: 40, parts: 4, first_in: 7, status: 'active' },
    reason: { my: 'Kos perubatan nenek.', en: 'Grandmother had to be treated.' },
  },
  {
    ...{ ago: 1, parts: 2, first_in: 10, status: 'proposed' },
    reason: { my: 'Ibu dalam pantang, gaji tertangguh.', en: 'Mother has just given birth.' },
  },
] as const

/** Late families that pay in parts: one keeps to it, one has missed its first part, one waits for a decision. */
export async function addArrangements(trx: Transaction<DB>, stage: Stage, { office }: Team): Promise<void> {
  const clerk = office.find(({ role }) => role === 'clerk') ?? office[0]
  const head = office.find(({ role }) => role === 'supervisor') ?? office[0]
  if (!clerk || !head) return
  const locale = stage.locale === 'my' ? 'my' : 'en'
  const families = await trx
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select(({ fn }) => ['parent.id', 'parent.name', fn.sum<number>('balance_sen').as('owed_sen')])
    .where('invoice.status', '=', 'unpaid')
    .where('balance_sen', '>', 0)
    .where('due_on', '<', addDays(stage.today, -7))
    .groupBy('parent.id')
    .orderBy('owed_sen')
    .orderBy('parent.id')
    .limit(told.length)
    .execute()
  for (const [index, { id: parent_id, name, owed_sen }] of families.entries()) {
    const { ago, parts, first_in, status, reason } = told[index]!
    const made_on = addDays(stage.today, -ago)
    const made_at = at(stage, made_on, 10)
    const id = newId()
    const total_sen = Number(owed_sen)
    const agreed = { status, decided_by: head.user_id, decided_at: made_at }
    await trx
      .insertInto('arrangement')
      .values({
        ...{ id, parent_id, total_sen, reason: reason[locale] },
        ...{ requested_by: clerk.user_id, requested_at: made_at, created_at: made_at },
        ...(status === 'active' ? agreed : {}),
      })
      .execute()
    await trx
      .insertInto('arrangement_invoice')
      .columns(['arrangement_id', 'invoice_id', 'balance_sen'])
      .expression((eb) =>
        eb
          .selectFrom('invoice')
          .select([sql<string>`${id}::uuid`.as('arrangement_id'), 'id', 'balance_sen'])
          .where('payer_parent_id', '=', parent_id)
          .where('status', '=', 'unpaid')
          .where('balance_sen', '>', 0)
          .where('due_on', '<', addDays(stage.today, -7)),
      )
      .execute()
    await trx
      .insertInto('arrangement_instalment')
      .values(
        splitIntoParts(total_sen, parts, addDays(made_on, first_in), 'month').map((part, place) => ({
          ...{ arrangement_id: id, position: place + 1, ...part },
        })),
      )
      .execute()
    const action = status === 'active' ? 'arrangement.agreed' : 'arrangement.proposed'
    const after = { total_sen, parts }
    await record(trx, systemActor, action, { type: 'arrangement', id }, named(name, { after }))
  }
  await settleArrangements(trx, stage.today)
  await sql`update audit_log set at = ${stage.now} where object_type = 'arrangement'`.execute(trx)
}
