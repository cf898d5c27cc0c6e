import { redirect } from '@remix-run/node'
import { reportReaders } from '#app/addresses/report-readers.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { stopMailing } from '#app/domain/reporting/saved-reports/change-saved-report.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { savedReader } from '#app/server/lists/saved-reader.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Stops the mails of a saved report. */
export const handle = { access: reportReaders } satisfies Handle

export const loader = () => redirect(paths.report.index())

export const action = rowVerb(
  noFields,
  'not_found.saved_report',
  () => paths.report.index(),
  async ({ trx, actor, context }, { id }) => {
    const { name } = await stopMailing(trx, actor, savedReader(context), id)
    return redirectWith(paths.report.index(), 'saved_report_mail_stopped', { name })
  },
)
