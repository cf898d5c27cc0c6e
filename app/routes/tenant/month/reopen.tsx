import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reopenMonth } from '#app/domain/accounting/months/change-month.ts'
import { month } from '#app/domain/accounting/months/find-months.ts'
import { reopenForm } from '#app/domain/accounting/months/month.ts'
import { formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { monthParam } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { HiddenField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** Opens a closed month again, with a reason. */
export const handle = { access: 'month.reopen', title: 'month.reopen' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await month(await context.read(), monthParam(params), context.today)
  return { row, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, reopenForm, async ({ trx, actor, context }, { reason }) => {
    const name = monthParam(args.params)
    await reopenMonth(trx, actor, name, reason)
    return redirectWith(paths.month.view(name), 'month_reopened', {
      month: formatMonth(name, context.locale),
    })
  })

export default function ReopenMonth() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(reopenForm, useActionData<typeof action>(), { form_key })
  const name = formatMonth(row.month, locale)
  const back = { label: name, href: paths.month.view(row.id) }
  const head = { title: t('month.reopen'), subtitle: name, back }
  if (row.status !== 'closed') {
    return (
      <ViewPage {...head}>
        <Notice>
          <p>{t('refusal.month.not_closed', { month: name })}</p>
        </Notice>
      </ViewPage>
    )
  }
  return (
    <EditPage
      {...head}
      form={form}
      noun="month"
      keep={t('month.keep')}
      submit={t('month.reopen_confirm', { month: name })}
      look="danger"
    >
      <Facts
        items={[
          { label: t('month.closer'), value: row.closer },
          { label: t('month.closed_at'), value: row.closed_at && formatInstant(row.closed_at, locale) },
          { label: t('month.net'), value: formatRinggit(row.net_sen) },
        ]}
      />
      <Notice tone="warning">
        <p>{t('month.reopen_text')}</p>
      </Notice>
      <ReasonField of={fields.reason} words="month.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
