import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reportReaders } from '#app/addresses/report-readers.ts'
import { periodsOf, periodWords } from '#app/domain/reporting/reports/period.ts'
import { renameSavedReport } from '#app/domain/reporting/saved-reports/change-saved-report.ts'
import { ownSavedReport } from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { renameForm } from '#app/domain/reporting/saved-reports/saved-report.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { calendarOf } from '#app/server/lists/report-page.ts'
import { savedReader } from '#app/server/lists/saved-reader.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SavedReportFields } from '#app/ui/reporting/saved-report/SavedReportFields.tsx'

/** Renames a saved report, shares it, or removes it. */
export const handle = { access: reportReaders, title: 'saved_report.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { row, report } = await ownSavedReport(
    db,
    savedReader(context),
    idOf(params, 'not_found.saved_report'),
  )
  const search = report.list.search.parse(Object.fromEntries(new URLSearchParams(row.query)))
  const { id, name, is_shared, period, version, mail_day } = row
  return {
    row: { id, name, is_shared, period, version, mail_day },
    title: context.t(report.list.title),
    periods: periodsOf(report, await calendarOf(db, context.today)).map((one) => one.name),
    chosen: periodWords(report, search, context.locale),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, renameForm, async ({ trx, actor, context }, input) => {
    await renameSavedReport(
      trx,
      actor,
      savedReader(context),
      idOf(args.params, 'not_found.saved_report'),
      input,
    )
    return redirectWith(paths.report.index(), 'report_saved', { name: input.name })
  })

export default function EditSavedReport() {
  const { row, title, periods, chosen } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { name, is_shared, period, version } = row
  const [form, fields] = useFormOf(renameForm, useActionData<typeof action>(), {
    ...{ name, version },
    ...(is_shared && { is_shared: 'on' }),
    ...(period && { period }),
  })
  return (
    <EditPage
      title={t('saved_report.one')}
      subtitle={title}
      back={{ label: t('report.plural'), href: paths.report.index() }}
      form={form}
      noun="saved_report"
      danger={
        <ConfirmButton
          label={t('saved_report.remove')}
          text={t(row.mail_day === null ? 'saved_report.remove_text' : 'saved_report.remove_mailed', {
            name,
          })}
          action={paths.saved_report.remove(row.id)}
          confirm={t('saved_report.remove')}
        />
      }
    >
      <SavedReportFields fields={fields} periods={periods} chosen={chosen} />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}
