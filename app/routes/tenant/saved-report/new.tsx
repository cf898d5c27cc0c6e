import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reportReaders } from '#app/addresses/report-readers.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { periodNamed, periodsOf, periodWords } from '#app/domain/reporting/reports/period.ts'
import { saveReport } from '#app/domain/reporting/saved-reports/change-saved-report.ts'
import { takingOf } from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { saveForm } from '#app/domain/reporting/saved-reports/saved-report.ts'
import { paths } from '#app/paths.ts'
import { appliedFilters } from '#app/print/applied-filters.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { readerOf } from '#app/server/lists/list-page.ts'
import { calendarOf } from '#app/server/lists/report-page.ts'
import { savedReader } from '#app/server/lists/saved-reader.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { SavedReportFields } from '#app/ui/reporting/saved-report/SavedReportFields.tsx'
import { newId } from '#db/id.ts'

/** Saves a report with the filters of `?query=` under a name. */
export const handle = { access: reportReaders, title: 'saved_report.save' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const report = reportIn(request, context)
  const query = (new URL(request.url).searchParams.get('query') ?? '').slice(0, 2_000)
  const search = report.list.search.parse(Object.fromEntries(new URLSearchParams(query)))
  const db = await context.read()
  const calendar = await calendarOf(db, context.today)
  const reader = readerOf(context, takingOf(report))
  return {
    ...{ query, form_key: newId() },
    title: context.t(report.list.title),
    filters: await appliedFilters(db, { list: report.list, reader, search }, context),
    periods: periodsOf(report, calendar).map(({ name }) => name),
    period: periodNamed(report, search, calendar),
    chosen: periodWords(report, search, context.locale),
    back: paths.listed(report.list.name, query || 'q='),
  }
}

export function action(args: ActionFunctionArgs) {
  const report = reportIn(args.request, args.context)
  return submit(args, saveForm, async ({ trx, actor, context }, input) => {
    await saveReport(trx, actor, savedReader(context), { ...input, report: report.list.name })
    return redirectWith(paths.report.index(), 'report_saved', { name: input.name })
  })
}

/** The report that the address names; refuses (not_found.page) one that the reader may not take away. */
function reportIn(request: Request, context: RequestContext) {
  const report = reportNamed(new URL(request.url).searchParams.get('report') ?? '')
  if (!report || !context.can(takingOf(report))) throw new Refusal('not_found.page')
  return report
}

export default function SaveReport() {
  const { query, form_key, title, filters, periods, period, chosen, back } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(saveForm, useActionData<typeof action>(), {
    ...{ query, form_key, name: title },
    ...(period && { period }),
  })
  return (
    <EditPage
      title={t('saved_report.save')}
      subtitle={title}
      back={{ label: title, href: back }}
      submit={t('saved_report.submit')}
      form={form}
      noun="saved_report"
      above={filters.length > 0 && <Facts items={filters} />}
    >
      <SavedReportFields fields={fields} periods={periods} chosen={chosen} />
      <HiddenField of={fields.query} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
