import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { payPaySheet } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { paySheet } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { paySheetForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Writes down that the money of an approved sheet has gone. */
export const handle = {
  access: { any: ['trainer_pay.edit', 'trainer_pay.approve'] },
  title: 'pay_sheet.pay_title',
} satisfies Handle

/** Who approves may finish a sheet also where the package no longer lets anybody begin one. */
const scopeOf = (context: RequestContext) =>
  context.scope(context.can('trainer_pay.edit') ? 'trainer_pay.edit' : 'trainer_pay.approve')

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.pay_sheet')
  const row = await paySheet(await context.read(), scopeOf(context), id)
  const { trainer, month_name, total_sen, bank_name, version } = row
  return { row: { id, trainer, month_name, total_sen, bank_name, version }, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, paySheetForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.pay_sheet')
    const { trainer: name, total_sen } = await payPaySheet(trx, actor, scopeOf(context), id, input, today)
    const words = { name, amount: formatRinggit(total_sen) }
    return redirectWith(paths.pay_sheet.view(id), 'pay_sheet_paid', words)
  })

export default function PayPaySheet() {
  const { row, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(paySheetForm, useActionData<typeof action>(), { paid_on: today })
  const month = formatMonth(row.month_name, locale)
  return (
    <EditPage
      title={t('pay_sheet.pay_title')}
      subtitle={t('pay_sheet.of', { name: row.trainer, month })}
      back={{ label: t('pay_sheet.one'), href: paths.pay_sheet.view(row.id) }}
      form={form}
      noun="pay_sheet"
      submit={t('pay_sheet.pay')}
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('pay_sheet.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('pay_sheet.bank_name'), value: row.bank_name },
        ]}
        field={fields.version}
        version={row.version}
      />
      <DateField of={fields.paid_on} label={t('pay_sheet.paid_on')} max={today} />
      <TextField
        of={fields.bank_reference}
        label={t('pay_sheet.bank_reference')}
        hint={t('pay_sheet.bank_reference_hint')}
        autoComplete="off"
      />
    </EditPage>
  )
}
