import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceSettings } from '#app/domain/billing/invoice-settings/invoice-settings.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { invoiceSettingFacts } from '#app/ui/organisation/setting/setting-facts.ts'

/** Numbers, days and words of invoices, and which mails go out. */
export const handle = { access: 'invoice_setting.view', title: 'setting.invoice.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { row: await invoiceSettings(await context.read()), mayEdit: context.can('invoice_setting.edit') }
}

export default function InvoiceSetting() {
  const { row, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SettingPage name="invoice" edit={mayEdit && paths.setting.invoiceEdit()}>
      <Facts columns={2} items={invoiceSettingFacts(row, t)} />
      <p>
        <a href={paths.setting.reminder()}>{t('setting.invoice.wording')}</a>
      </p>
    </SettingPage>
  )
}
