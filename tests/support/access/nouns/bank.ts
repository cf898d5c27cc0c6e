import { versionForm } from '#app/domain/core/fields.ts'
import {
  assignForm,
  ignoreForm,
  mapForm,
  uploadForm,
} from '#app/domain/payments/bank-statements/bank-statement.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, uuid, verb, version } from '#tests/support/access/row.ts'
import { insert, student, type Trx } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

/** Of today, so that it may still be taken back. */
const statement = (trx: Trx, { mark, branch_id, user_id }: Corner, given: object = {}) =>
  insert(trx, 'bank_statement', {
    ...{ id: newId(), file_name: mark, format: 'csv', bank: mark, branch_id, status: 'ready', line_count: 1 },
    ...{ from_on: '2026-01-05', until_on: '2026-01-05', created_by: user_id, finished_at: new Date() },
    ...given,
  })

/** Of a family of its own, so that no other route finds what is left of that otherwise than before. */
async function line(trx: Trx, corner: Corner, given: object) {
  const { branch_id, mark } = corner
  const { id: statement_id } = await statement(trx, corner)
  const { id: student_id, payer } = await student(trx, { branch_id, name: mark })
  const about = { student_id, payer_parent_id: payer!.id, branch_id, remark: mark }
  await invoice(trx, about, [{ price_sen: corner.sen(), description: mark }])
  const id = newId()
  return insert(trx, 'bank_line', {
    ...{ id, statement_id, number: 2, booked_on: '2026-01-05', side: 'credit', amount_sen: corner.sen() },
    ...{ description: corner.mark, fingerprint: id, occurrence: 1, status: 'suggested' },
    ...{ parent_id: payer!.id, evidence: JSON.stringify([{ kind: 'sum_only' }]) },
    ...given,
  })
}

const rows = [
  { number: 1, cells: ['Bila', 'Apa', 'Masuk'] },
  { number: 2, cells: ['05/01/2026', 'YURAN', '10.00'] },
]

/** A statement that is matched and one whose columns are not known, and lines that wait, or are said to be no fee. */
export const bankNouns = {
  bank_statement: { make: (trx, corner) => statement(trx, corner) },
  newStatement: {
    make: (trx, corner) =>
      statement(trx, corner, {
        status: 'uploaded',
        rows: JSON.stringify(rows),
        heading: 0,
        finished_at: null,
      }),
  },
  bank_line: { make: (trx, corner) => line(trx, corner, {}) },
  ignoredLine: {
    make: (trx, corner) => line(trx, corner, { status: 'ignored', reason: `${corner.mark}, sewa kantin` }),
  },
} as const satisfies Record<string, Noun>

/** What the bank says, and what becomes of it. */
export const bankRows: Record<string, Row> = {
  'tenant/bank-statement/new': { form: () => ({}), schema: uploadForm },
  'tenant/bank-statement/map': {
    of: 'newStatement',
    form: (thing) => ({ ...version(thing), name: 'Maybank', columns: ['date', 'description', 'credit'] }),
    schema: mapForm,
  },
  'tenant/bank-statement/undo': verb('bank_statement', version, versionForm),
  'tenant/bank-statement/remove': verb('newStatement', version, versionForm),
  'tenant/bank-line/accept': verb('bank_line', version, versionForm),
  'tenant/bank-line/assign': {
    of: 'bank_line',
    form: (thing) => ({
      ...version(thing),
      parent_id: uuid(thing.parent_id),
      amount: '0.01',
      paid_on: '2026-01-05',
    }),
    schema: assignForm,
  },
  'tenant/bank-line/ignore': {
    of: 'bank_line',
    form: (thing) => ({ ...version(thing), reason: 'Sewa kantin bulan ini' }),
    schema: ignoreForm,
  },
  'tenant/bank-line/reopen': verb('ignoredLine', version, versionForm),
  // none of the lines of the test is booked
  'tenant/bank-line/undo': verb('bank_line', version, versionForm),
}
