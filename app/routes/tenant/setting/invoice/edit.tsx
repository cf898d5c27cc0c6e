import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  invoiceSettingForm,
  invoiceSettings,
  longestFooter,
  longestTerms,
  namedSeries,
  saveInvoiceSettings,
} from '#app/domain/billing/invoice-settings/invoice-settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, NumberField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { invoiceSettingFacts } from '#app/ui/organisation/setting/setting-facts.ts'

/** Numbers, days and words of invoices, and which mails go out. */
export const handle = { access: 'invoice_setting.edit', title: 'setting.invoice.title' } satisfies Handle

export const loader = async ({ context }: LoaderFunctionArgs) => invoiceSettings(await context.read())

export const action = (args: ActionFunctionArgs) =>
  submit(args, invoiceSettingForm, async ({ trx, actor }, input) => {
    await saveInvoiceSettings(trx, actor, input)
    return redirectWith(paths.setting.invoice(), 'invoice_settings_saved')
  })

export default function EditInvoiceSetting() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(invoiceSettingForm, useActionData<typeof action>(), row)
  return (
    <SettingEditPage name="invoice" page={paths.setting.invoice()} form={form}>
      <CurrentValues
        form={form}
        items={invoiceSettingFacts(row, t)}
        field={fields.version}
        version={row.version}
      />
      <p className="hint">{t('setting.invoice.prefix_hint')}</p>
      {namedSeries.map((series) => (
        <TextField
          key={series}
          of={fields[`${series}_prefix`]}
          label={t(`setting.invoice.${series}_prefix`)}
          width="short"
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      <NumberField
        of={fields.due_days}
        label={t('setting.invoice.due_days')}
        hint={t('setting.invoice.due_days_hint')}
        autoComplete="off"
      />
      <TextArea
        of={fields.terms}
        label={t('setting.invoice.terms')}
        hint={t('setting.invoice.terms_hint', { most: longestTerms })}
        rows={4}
      />
      <TextArea
        of={fields.footer}
        label={t('setting.invoice.footer')}
        hint={t('setting.invoice.footer_hint', { most: longestFooter })}
        rows={2}
      />
      <CheckboxField
        of={fields.mail_invoices}
        label={t('setting.invoice.mail_invoices')}
        hint={t('setting.invoice.mail_invoices_hint')}
      />
      <CheckboxField
        of={fields.mail_receipts}
        label={t('setting.invoice.mail_receipts')}
        hint={t('setting.invoice.mail_receipts_hint')}
      />
    </SettingEditPage>
  )
}
