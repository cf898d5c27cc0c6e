import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { makePaySheets } from '#app/domain/classes/pay/make-pay-sheets.ts'
import { makeSheetsForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { addMonths, formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Chooses the month whose sheets are made. */
export const handle = { access: 'trainer_pay.edit', title: 'pay_sheet.new' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const first = startOfMonth(context.today)
  return { months: [0, -1, -2, -3, -4, -5].map((months) => addMonths(first, months).slice(0, 7)) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, makeSheetsForm, async ({ trx, actor, context, today }, { month }) => {
    const found = await makePaySheets(trx, actor, context.scope('trainer_pay.edit'), month, today)
    return redirectWith(paths.pay_sheet.list({ month }), 'pay_sheets_made', { ...found })
  })

export default function NewPaySheets() {
  const { months } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(makeSheetsForm, useActionData<typeof action>(), { month: months[1] })
  return (
    <EditPage
      title={t('pay_sheet.new')}
      back={{ label: t('pay_sheet.plural'), href: paths.pay_sheet.list() }}
      form={form}
      noun="pay_sheet"
      submit={t('pay_sheet.make')}
    >
      <p>{t('pay_sheet.new_text')}</p>
      <SelectField
        of={fields.month}
        label={t('pay_sheet.month')}
        blank={false}
        width="medium"
        options={months.map((value) => ({ value, label: formatMonth(value, locale) }))}
      />
    </EditPage>
  )
}
