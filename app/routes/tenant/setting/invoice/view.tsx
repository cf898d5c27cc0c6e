import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceSettings } from '#app/domain/billing/invoice-settings/invoice-settings.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { invoiceSettingFacts } from '#app/ui/organisation/setting/invoice-setting-facts.ts'

/** Numbers, days and words of invoices, and which mails go out. */
export const handle = { access: 'invoice_setting.view', title: 'setting.invoice.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { row: await invoiceSettings(await context.read()), mayEdit: context.can('invoice_setting.edit') }
}

export default function InvoiceSetting() {
  const { row, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ViewPage
      title={t('setting.invoice.title')}
      subtitle={t('setting.invoice.about')}
      back={{ label: t('setting.title'), href: paths.setting.index() }}
      actions={
        mayEdit && (
          <LinkButton href={paths.setting.invoiceEdit()} look="primary">
            {t('common.action.edit')}
          </LinkButton>
        )
      }
    >
      <Facts columns={2} items={invoiceSettingFacts(row, t)} />
      <p>
        <a href={paths.setting.reminder()}>{t('setting.invoice.wording')}</a>
      </p>
    </ViewPage>
  )
}
