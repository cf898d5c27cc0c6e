import { versionForm } from '#app/domain/core/fields.ts'
import {
  assignForm,
  ignoreForm,
  mapForm,
  uploadForm,
} from '#app/domain/payments/bank-statements/bank-statement.ts'
import { type Row, uuid, verb, version } from '../row.ts'

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
