import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#app/domain/core/dates.ts'
import { setBankCost } from '#app/domain/platform/revenue/change-revenue.ts'
import { bankCostForm, fpxModels } from '#app/domain/platform/revenue/revenue.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, MoneyField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** From a day to come on the bank takes another sum. */
export const handle = { access: 'admin.revenue.edit', title: 'revenue.cost_new' } satisfies Handle

export const loader = ({ context }: LoaderFunctionArgs) => ({ tomorrow: addDays(context.today, 1) })

export const action = (args: ActionFunctionArgs) =>
  submit(args, bankCostForm, async ({ trx, actor, today }, input) => {
    await setBankCost(trx, actor, input, today)
    return redirectWith(paths.admin.revenue.cost(), 'bank_cost_saved')
  })

export default function NewBankCost() {
  const { tomorrow } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(bankCostForm, useActionData<typeof action>(), { from_on: tomorrow })
  return (
    <EditPage
      title={t('revenue.cost_new')}
      subtitle={t('revenue.costs_hint')}
      back={{ label: t('revenue.costs'), href: paths.admin.revenue.cost() }}
      form={form}
      noun="revenue"
    >
      <SelectField
        of={fields.model}
        label={t('revenue.model')}
        options={fpxModels.map((value) => ({ value, label: t(`fpx.model.${value}`) }))}
      />
      <DateField of={fields.from_on} label={t('revenue.from_on')} />
      <MoneyField of={fields.cost_sen} label={t('revenue.bank_cost')} />
    </EditPage>
  )
}
