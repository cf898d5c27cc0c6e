import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import {
  counterSetting,
  counterSettingForm,
  saveCounterSetting,
} from '#app/domain/payments/counter/counter.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** How money is taken at the counter. */
export const handle = { access: 'invoice_setting.edit', title: 'setting.counter.title' } satisfies Handle

export const loader = async ({ context }: LoaderFunctionArgs) => counterSetting(await context.read())

export const action = (args: ActionFunctionArgs) =>
  submit(args, counterSettingForm, async ({ trx, actor }, input) => {
    await saveCounterSetting(trx, actor, input)
    return redirectWith(paths.setting.index(), 'counter_settings_saved')
  })

export default function CounterSettings() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(counterSettingForm, useActionData<typeof action>(), row)
  return (
    <SettingEditPage name="counter" form={form}>
      <CurrentValues
        form={form}
        items={[
          {
            label: t('setting.counter.round_cash'),
            value: t(row.round_cash ? 'common.yes' : 'common.no'),
          },
          {
            label: t('setting.counter.receipt_size'),
            value: t(`setting.counter.receipt_sizes.${row.receipt_size}`),
          },
        ]}
        field={fields.version}
        version={row.version}
      />
      <CheckboxField
        of={fields.round_cash}
        label={t('setting.counter.round_cash')}
        hint={t('setting.counter.round_cash_hint')}
      />
      <RadioGroup
        of={fields.receipt_size}
        label={t('setting.counter.receipt_size')}
        options={receiptSizes.map((value) => ({
          value,
          label: t(`setting.counter.receipt_sizes.${value}`),
        }))}
      />
    </SettingEditPage>
  )
}
