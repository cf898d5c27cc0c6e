import { sql, type Transaction } from 'kysely'
import { approveMove, requestCreditMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const reasons = {
  my: [
    'Ibu bapa tinggal berasingan; bapa yang membayar sekarang.',
    'Wang dimasukkan bagi keluarga yang salah.',
  ],
  en: ['The parents live apart; father pays now.', 'The money came for the wrong family.'],
}

/** Part of a family's credit that became another's, and some that waits for a second person; by the product's own verbs. */
export async function addCreditMoves(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const [clerk, admin] = ['clerk', 'admin'].map((wanted) => office.find((one) => one.role === wanted))
  if (!clerk || !admin) return
  const rich = await trx
    .selectFrom('credit_entry')
    .select('parent_id')
    .groupBy('parent_id')
    .having(sql<boolean>`sum(delta_sen) >= 2000`)
    .orderBy('parent_id')
    .limit(2)
    .execute()
  const others = await trx
    .selectFrom('parent')
    .innerJoin('student_parent', 'student_parent.parent_id', 'parent.id')
    .select('family_code')
    .distinct()
    .where('student_parent.is_payer', '=', true)
    .where(sql<boolean>`parent.id <> all(${rich.map(({ parent_id }) => parent_id)}::uuid[])`)
    .where('parent.deleted_at', 'is', null)
    .orderBy('family_code')
    .limit(rich.length)
    .execute()
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const [asks, decides] = [
    await userOrSystemActor(trx, clerk.user_id),
    await userOrSystemActor(trx, admin.user_id),
  ]
  for (const [index, { parent_id }] of rich.entries()) {
    const input = {
      family_code: others[index]!.family_code,
      amount: 1_000,
      reason: reasons[stage.locale === 'my' ? 'my' : 'en'][index]!,
    }
    const { id } = await requestCreditMove(trx, asks, everywhere, parent_id, input)
    if (index === 0 && rich.length > 1) await approveMove(trx, decides, everywhere, id)
  }
  await sql`reset role`.execute(trx)
  const { now } = stage
  await dateEntries(trx, before, now)
  await sql`update credit_entry set created_at = ${now} where reason = 'moved'`.execute(trx)
  await sql`update credit_move set requested_at = ${now}, created_at = ${now}, updated_at = ${now},
    decided_at = case when decided_at is null then null else ${now}::timestamptz end`.execute(trx)
}
