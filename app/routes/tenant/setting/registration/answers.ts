import type { LoaderFunctionArgs } from '@remix-run/node'
import { formatInstant } from '#app/domain/core/dates.ts'
import { ownAnswers } from '#app/domain/enrolment/applications/find-applications.ts'
import { csvOf } from '#app/print/csv.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** What families answered to the organisation's own questions, as a file for spreadsheets. */
export const handle = { access: 'application.print' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { t, locale } = context
  const scope = context.scope('application.print')
  const rows = await ownAnswers(await context.read(), scope, keysOf(context), locale)
  const head = ['number', 'submitted_at', 'child', 'question', 'answer'] as const
  const lines = rows.map(({ submitted_at, ...row }) =>
    head.map((key) => (key === 'submitted_at' ? formatInstant(submitted_at, locale) : row[key])),
  )
  return new Response(csvOf([head.map((key) => t(`registration_form.answer_columns.${key}`)), ...lines]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="answers.csv"',
      'cache-control': 'no-store',
    },
  })
}
