import { mailForm, renameForm, saveForm } from '#app/domain/reporting/saved-reports/saved-report.ts'
import { newId } from '#db/id.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { id, type Row, verb, view } from '#tests/support/access/row.ts'
import { insert } from '#tests/support/database/factories.ts'

const report = 'report/trainer/attendance'

/** A report that somebody saved for themselves. */
export const savedReportNouns = {
  savedReport: {
    reach: 'personal',
    keeper: 'trainer',
    make: (trx, { user_id: owner_id, mark }) =>
      insert(trx, 'saved_report', { id: newId(), report, name: mark, owner_id }),
  },
} as const satisfies Record<string, Noun>

const own = { ownWall: true, reach: 'profile.view' } as const

/** Whose a saved report is follows from who asks, not from a permission. */
export const savedReportRows: Record<string, Row> = {
  'tenant/saved-report/new': {
    query: `?report=${report}`,
    needs: () => 'report_trainer.print',
    lacking: 'missing',
    form: () => ({ name: 'Jam mengajar', query: '' }),
    schema: saveForm,
  },
  'tenant/saved-report/open': { ...view('savedReport'), ...own },
  'tenant/saved-report/edit': {
    ...view('savedReport'),
    ...own,
    form: ({ version = 1 }) => ({ name: 'Jam mengajar', version: String(version) }),
    schema: renameForm,
  },
  'tenant/saved-report/mail': {
    ...view('savedReport'),
    ...own,
    form: ({ version = 1, owner_id }) => ({
      ...{ mail_day: '5', version: String(version) },
      recipients: id(owner_id),
    }),
    schema: mailForm,
  },
  'tenant/saved-report/remove': { ...verb('savedReport'), ...own },
  'tenant/saved-report/stop': { ...verb('savedReport'), ...own },
}
