import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeBearers, partRules } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import {
  paymentRules,
  paymentRulesForm,
  savePaymentRules,
} from '#app/domain/payments/payments/payment-rules.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { MoneyField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { ruleFacts } from '#app/ui/organisation/setting/setting-facts.ts'

/** Who bears the fee of an online payment, and whether a part may be paid. */
export const handle = { access: 'invoice_setting.edit', title: 'setting.payment.title' } satisfies Handle

export const loader = async ({ context }: LoaderFunctionArgs) => paymentRules(await context.read())

export const action = (args: ActionFunctionArgs) =>
  submit(args, paymentRulesForm, async ({ trx, actor }, input) => {
    await savePaymentRules(trx, actor, input)
    return redirectWith(paths.setting.payment(), 'payment_rules_saved')
  })

export default function EditPaymentRules() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(paymentRulesForm, useActionData<typeof action>(), {
    ...{ subsidy: row.subsidy, rule: row.rule, version: row.version },
    part_sen: row.part_sen > 0 ? plainRinggit(row.part_sen) : '',
    min_sen: plainRinggit(row.min_sen),
  })
  const fees = { b2c: formatRinggit(row.b2c_sen), b2b1: formatRinggit(row.b2b1_sen) }
  return (
    <SettingEditPage name="payment" page={paths.setting.payment()} form={form}>
      <CurrentValues form={form} items={ruleFacts(row, t)} field={fields.version} version={row.version} />
      <RadioGroup
        of={fields.subsidy}
        label={t('setting.payment.subsidy')}
        hint={t('setting.payment.subsidy_hint', fees)}
        options={feeBearers.map((value) => ({ value, label: t(`setting.payment.bearers.${value}`) }))}
      />
      <MoneyField
        of={fields.part_sen}
        label={t('setting.payment.part_sen')}
        hint={t('setting.payment.part_sen_hint')}
        optional
      />
      <RadioGroup
        of={fields.rule}
        label={t('setting.payment.rule')}
        options={partRules.map((value) => ({
          value,
          label: t(`setting.payment.rules.${value}`),
          hint: t(`setting.payment.rules_hint.${value}`),
        }))}
      />
      <MoneyField
        of={fields.min_sen}
        label={t('setting.payment.min_sen')}
        hint={t('setting.payment.min_sen_hint')}
        optional
      />
    </SettingEditPage>
  )
}
