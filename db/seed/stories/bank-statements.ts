import { sql, type Transaction } from 'kysely'
import { type Actor, everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { ignoreLine } from '#app/domain/payments/bank-statements/change-line.ts'
import { stageStatement } from '#app/domain/payments/bank-statements/change-statement.ts'
import { finishMatching, matchNext } from '#app/domain/payments/bank-statements/match-statement.ts'
import { findDirectory } from '#app/domain/payments/bank-statements/matching/directory.ts'
import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import type { Statement, StatementLine } from '#app/integrations/statements/statement.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, datePayments, lastEntry } from './own-moment.ts'

interface Owing {
  family_code: string
  name: string
  number: string
  owed_sen: number
}

/** The account's week: what the product posts by itself, and what waits for somebody, by the product's own verbs. */
export async function addBankStatement(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const clerk = office.find((one) => one.role === 'admin')
  if (!clerk) return
  const late = await owingFamilies(trx, addDays(stage.today, -8))
  // some days after a month's bills few families are late with anything
  const families = late.length >= 6 ? late : await owingFamilies(trx, stage.today)
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const actor = await userOrSystemActor(trx, clerk.user_id)
  const statement = weekOf(families, stage)
  const file_name = `penyata-${statement.lines[0]!.booked_on}.sta`
  const { id } = await stageStatement(trx, actor, {
    file_name,
    branch_id: null,
    file: { format: 'mt940', statement },
  })
  const directory = await findDirectory(trx, null)
  while (await matchNext((work) => work(trx), id, directory, stage.today));
  await finishMatching(trx, id)
  await ignoreProfit(trx, actor, stage)
  const unknown = { format: 'csv' as const, rows: unknownRows(stage) }
  await stageStatement(trx, actor, { file_name: 'akaun-koperasi.csv', branch_id: null, file: unknown })
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, stage.now)
  const posted = sql`select payment_id from bank_line_payment`
  await datePayments(trx, posted, stage.now)
  // What has happened is not done or mailed once more.
  await sql`delete from platform.outbox where entity_id = ${stage.entity.id}
    and name in ('bank_statement.match', 'receipt.send')`.execute(trx)
}

/** What the bank itself pays in is no fee, and the clerk says so. */
async function ignoreProfit(trx: Transaction<DB>, actor: Actor, { locale }: Stage) {
  const line = await trx
    .selectFrom('bank_line')
    .select(['id', 'version'])
    .where('description', '=', profit(locale))
    .executeTakeFirstOrThrow()
  const reason = locale === 'my' ? 'Untung simpanan, bukan yuran' : 'Profit on the savings, no fee'
  await ignoreLine(trx, actor, everywhere, { ...line, reason })
}

const profit = (locale: Stage['locale']) => (locale === 'my' ? 'UNTUNG AKAUN' : 'ACCOUNT PROFIT')

/** Of a bank whose columns nobody has explained yet. */
const unknownRows = ({ today }: Stage): SheetRow[] => [
  { number: 1, cells: ['Tarikh', 'Perkara', 'Terimaan', 'Bayaran', 'Baki'] },
  { number: 2, cells: [addDays(today, -3), 'PINDAHAN 0021', '250.00', null, '1250.00'] },
  { number: 3, cells: [addDays(today, -2), 'CAJ', null, '1.00', '1249.00'] },
]

/** Those that owe something of before this day, have nothing under way at a bank and do not pay in parts. */
async function owingFamilies(trx: Transaction<DB>, day: string): Promise<Owing[]> {
  const rows = await trx
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select(['parent.family_code', 'parent.name', sql<string>`min(invoice.number)`.as('number')])
    .select(sql<number>`sum(invoice.balance_sen)::bigint`.as('owed_sen'))
    .where('invoice.status', '=', 'unpaid')
    .where('invoice.issued_on', '<', day)
    .where(sql<boolean>`not exists (select from invoice as other where other.payer_parent_id = parent.id
      and other.status = 'pending')`)
    .where(sql<boolean>`not exists (select from arrangement where arrangement.parent_id = parent.id)`)
    .groupBy(['parent.id', 'parent.family_code', 'parent.name'])
    .having(sql<boolean>`sum(invoice.balance_sen) > 1000`)
    .orderBy('parent.family_code')
    .limit(14)
    .execute()
  return rows.map((row) => ({ ...row, owed_sen: Number(row.owed_sen) }))
}

function weekOf(families: readonly Owing[], { today, locale }: Stage): Statement {
  const my = locale === 'my'
  const lines: StatementLine[] = []
  const add = (given: Partial<StatementLine> & { amount_sen: number }) =>
    lines.push({
      ...{
        number: lines.length + 1,
        booked_on: today,
        side: 'credit' as const,
      },
      ...{ balance_sen: null, payer_name: null, reference: null, description: 'DUITNOW TRANSFER' },
      ...given,
    })
  const fees = my ? 'YURAN' : 'FEES'
  for (const [index, { family_code: code, name, number, owed_sen }] of families.entries()) {
    const payer_name = name.toUpperCase().slice(0, 40)
    if (index < families.length / 2)
      add({ reference: index % 2 ? code.toLowerCase() : `${fees}${code}`, payer_name, amount_sen: owed_sen })
    else if (index % 4 === 0)
      add({ reference: `${code.slice(0, 7)}0`, payer_name: payer_name.slice(0, 9), amount_sen: owed_sen })
    else if (index % 4 === 1)
      add({ reference: number, payer_name: 'JOHN ALEXANDER SMITH', amount_sen: owed_sen - 500 })
    else if (index % 4 === 2)
      add({ description: `${fees} ${code} ${families[0]!.family_code}`, amount_sen: owed_sen + 2_000 })
    else add({ payer_name: 'SYARIKAT MAJU JAYA SDN BHD', amount_sen: owed_sen })
  }
  add({
    description: my ? 'SEWA KANTIN' : 'CANTEEN RENT',
    payer_name: 'WARUNG MAK TIMAH',
    amount_sen: 45_000,
  })
  add({ description: profit(locale), amount_sen: 215 })
  add({ description: 'TNB BILL PAYMENT', amount_sen: 31_240, side: 'debit' })
  add({ description: 'IBG CHARGES', amount_sen: 150, side: 'debit' })
  const sum = lines.reduce(
    (sen, { side, amount_sen }) => sen + (side === 'credit' ? amount_sen : -amount_sen),
    0,
  )
  return { account: '990012345678', opening_sen: 1_284_350, closing_sen: 1_284_350 + sum, lines, skipped: [] }
}
