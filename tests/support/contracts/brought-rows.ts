import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { dayOf, noonOf, text } from './told.ts'

/** A statement and a line of it; the first differs from the others in all that can be filtered by. Gives the statement. */
export async function bankSaid(
  trx: Trx,
  index: number,
  given: { branch_id: string; created_by: string; parent_id: string },
): Promise<string> {
  const first = index === 0
  const { branch_id, created_by, parent_id } = given
  const { id: statement_id } = await insert(trx, 'bank_statement', {
    ...{ id: newId(), branch_id, created_by, file_name: first ? text : `penyata-${index}.csv` },
    ...{ format: first ? 'mt940' : 'csv', status: first ? 'failed' : 'ready', created_at: noonOf(index) },
    ...{
      from_on: dayOf(index),
      until_on: dayOf(index),
      line_count: 1,
      credit_sen: 1_000 + index,
      bank: `Bank ${index}`,
    },
  })
  const id = newId()
  await insert(trx, 'bank_line', {
    ...{
      id,
      statement_id,
      number: 2 + index,
      booked_on: dayOf(index),
      amount_sen: 1_000 + index,
      fingerprint: id,
    },
    ...{ occurrence: 1, description: first ? text : `YURAN ${index}`, side: first ? 'debit' : 'credit' },
    ...(first ? { status: 'debit' } : { status: 'suggested', parent_id }),
  })
  return statement_id
}

/** A file that was brought from Excel, with a row in each state that the list counts. */
export async function importedFile(
  trx: Trx,
  index: number,
  given: { branch_id: string; created_by: string },
) {
  const kind =
    index === 0
      ? { kind: 'staff', status: 'done', file_name: text }
      : { kind: 'students', status: 'checked', file_name: `murid-${index}.xlsx` }
  const { id } = await insert(trx, 'import', {
    ...{ id: newId(), ...kind, date_order: 'dmy', row_count: 3 + index, created_at: noonOf(index), ...given },
  })
  for (const [row, status] of (['written', 'wrong', 'left_out'] as const).entries())
    await insert(trx, 'import_row', { id: newId(), import_id: id, number: row + 2, status })
}
