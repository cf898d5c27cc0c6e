import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reportReaders } from '#app/addresses/report-readers.ts'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { mailSavedReport } from '#app/domain/reporting/saved-reports/change-saved-report.ts'
import {
  colleaguesFor,
  ownSavedReport,
  recipientsOf,
} from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { lastMailDay, mailForm } from '#app/domain/reporting/saved-reports/saved-report.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { savedReader } from '#app/server/lists/saved-reader.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { CheckboxGroup, HiddenField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** On which day of the month a saved report is mailed, and to whom. */
export const handle = { access: reportReaders, title: 'saved_report.mail' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const reader = savedReader(context)
  const { row, report } = await ownSavedReport(db, reader, idOf(params, 'not_found.saved_report'))
  const [colleagues, recipients] = await Promise.all([
    colleaguesFor(db, report),
    recipientsOf(db, report, row.id),
  ])
  const { id, name, mail_day, version, period } = row
  return {
    row: { id, name, mail_day, version, period },
    title: context.t(report.list.title),
    dated: report.period !== undefined && report.period !== 'day',
    colleagues,
    recipients,
    self: reader.user_id,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, mailForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.saved_report')
    const { name, first_on } = await mailSavedReport(trx, actor, savedReader(context), id, input, today)
    const date = formatDate(first_on, context.locale)
    return redirectWith(paths.report.index(), 'saved_report_mailed', { name, date })
  })

export default function MailSavedReport() {
  const { row, title, dated, colleagues, recipients, self } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { id, name, mail_day, version, period } = row
  const chosen = recipients.filter(({ may }) => may).map((one) => one.id)
  const [form, fields] = useFormOf(mailForm, useActionData<typeof action>(), {
    ...{ version, mail_day: String(mail_day ?? 1) },
    recipients: chosen.length > 0 ? chosen : colleagues.some((one) => one.id === self) ? [self] : [],
  })
  return (
    <EditPage
      title={t('saved_report.mail')}
      subtitle={`${name} · ${title}`}
      back={{ label: t('report.plural'), href: paths.report.index() }}
      submit={t('saved_report.mail_submit')}
      form={form}
      noun="saved_report"
      above={dated && !period && <Notice>{t('saved_report.mail_fixed')}</Notice>}
      below={mail_day !== null && recipients.length > 0 && <Recipients recipients={recipients} />}
      danger={
        mail_day !== null && (
          <PostButton action={paths.saved_report.stop(id)}>{t('saved_report.mail_stop')}</PostButton>
        )
      }
    >
      <SelectField
        of={fields.mail_day}
        label={t('saved_report.mail_day')}
        hint={t('saved_report.mail_day_hint')}
        options={Array.from({ length: lastMailDay }, (_, index) => ({
          value: String(index + 1),
          label: String(index + 1),
        }))}
        width="short"
      />
      <CheckboxGroup
        of={fields.recipients}
        label={t('saved_report.recipients')}
        hint={t('saved_report.recipients_hint')}
        options={colleagues.map((one) => ({ value: one.id, label: one.name, hint: one.email }))}
      />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}

/** To whom it goes, and what became of the latest mail to each. */
function Recipients({
  recipients,
}: {
  recipients: ReturnType<typeof useLoaderData<typeof loader>>['recipients']
}) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <TableSection
      title={t('saved_report.latest')}
      brief
      columns={[
        { key: 'name', label: 'saved_report.recipient', room: 'who' },
        { key: 'month', label: 'saved_report.mail_month' },
        { key: 'outcome', label: 'saved_report.outcome' },
      ]}
      rows={recipients}
      cells={{
        month: ({ month }) => (month ? formatMonth(month.slice(0, 7), locale) : '–'),
        outcome: ({ outcome, may, left }) => {
          if (left) return t('saved_report.outcomes.left')
          if (!may) return t('saved_report.outcomes.no_right')
          return outcome ? t(`saved_report.outcomes.${outcome}`) : t('saved_report.outcomes.none')
        },
      }}
    />
  )
}
