import { versionForm } from '#app/domain/core/fields.ts'
import {
  editRowForm,
  importKinds,
  mapForm,
  skipForm,
  uploadForm,
} from '#app/domain/enrolment/imports/import.ts'
import { handOverForm } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { locales } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, verb, version } from '#tests/support/access/row.ts'
import { insert, type Trx } from '#tests/support/database/factories.ts'

/** A file whose rows are not kept any more: what only their uploader may read is tried in tests of their own. */
const uploaded = (trx: Trx, { mark, branch_id, user_id }: Corner) =>
  insert(trx, 'import', {
    ...{ id: newId(), kind: 'students', file_name: mark, date_order: 'dmy', branch_id },
    ...{ status: 'checked', row_count: 1, created_by: user_id },
  })

/** What was brought from Excel, and a row of it. */
export const importNouns = {
  import: { make: uploaded },
  importRow: {
    make: async (trx, corner) => {
      const { id: import_id, version } = await uploaded(trx, corner)
      const row = { id: newId(), import_id, number: 2, status: 'wrong' }
      return { ...(await insert(trx, 'import_row', row)), version }
    },
  },
} as const satisfies Record<string, Noun>

/** What is brought from Excel. */
export const importRows: Record<string, Row> = {
  'tenant/import/new': { form: () => ({ kind: 'students', date_order: 'dmy' }), schema: uploadForm },
  'tenant/import/template': {
    params: importKinds.flatMap((kind) =>
      locales.flatMap((locale) => ['xlsx', 'csv'].map((format) => ({ kind, locale, format }))),
    ),
  },
  'tenant/import/map': { of: 'import', form: version, schema: mapForm },
  'tenant/import/row': { of: 'importRow', form: version, schema: editRowForm },
  'tenant/import/leave': verb('importRow', (thing) => ({ ...version(thing), out: 'yes' }), skipForm),
  'tenant/import/leave-wrong': verb('import', version, versionForm),
  'tenant/import/run': verb('import', version, versionForm),
  'tenant/import/undo': verb('import', version, versionForm),
  'tenant/import/ask': {
    ...{ of: 'import', schema: handOverForm },
    form: () => ({ note: 'Sila import hari ini' }),
  },
  'tenant/import/ask-withdraw': verb('import'),
  'tenant/import/remove': verb('import', version, versionForm),
}
