import { versionForm } from '#app/domain/core/fields.ts'
import {
  editRowForm,
  importKinds,
  mapForm,
  skipForm,
  uploadForm,
} from '#app/domain/enrolment/imports/import.ts'
import { locales } from '#app/i18n/locales.ts'
import { type Row, verb, version } from './row.ts'

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
  'tenant/import/remove': verb('import', version, versionForm),
}
