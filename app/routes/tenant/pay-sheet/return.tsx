import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { returnPaySheet } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { paySheet } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { returnSheetForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Gives a submitted sheet back, with a reason. */
export const handle = { access: 'trainer_pay.approve', title: 'pay_sheet.return_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.pay_sheet')
  const row = await paySheet(await context.read(), context.scope('trainer_pay.approve'), id)
  const { trainer, month_name, total_sen, submitter, version } = row
  return { row: { id, trainer, month_name, total_sen, submitter, version } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, returnSheetForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.pay_sheet')
    const row = await returnPaySheet(trx, actor, context.scope('trainer_pay.approve'), id, input)
    return redirectWith(paths.pay_sheet.view(id), 'pay_sheet_returned', { name: row.trainer })
  })

export default function ReturnPaySheet() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(returnSheetForm, useActionData<typeof action>(), {})
  const month = formatMonth(row.month_name, locale)
  return (
    <EditPage
      title={t('pay_sheet.return_title')}
      subtitle={t('pay_sheet.of', { name: row.trainer, month })}
      back={{ label: t('pay_sheet.one'), href: paths.pay_sheet.view(row.id) }}
      form={form}
      noun="pay_sheet"
      submit={t('pay_sheet.return')}
    >
      <p>{t('pay_sheet.return_text')}</p>
      <CurrentValues
        form={form}
        items={[
          { label: t('pay_sheet.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('pay_sheet.submitter'), value: row.submitter },
        ]}
        field={fields.version}
        version={row.version}
      />
      <TextArea of={fields.decision_reason} label={t('pay_sheet.reason')} hint={t('pay_sheet.reason_hint')} />
    </EditPage>
  )
}
