import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { payPlatformInvoice } from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { platformInvoice } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { feePaidForm } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

export const handle = { access: 'admin.subscription.edit', title: 'platform_invoice.record' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await platformInvoice(await context.read(), idOf(params, 'not_found.invoice'))
  const { id, number, debtor, total_sen, version } = row
  return { id, number, debtor, total_sen, version, today: context.today }
}

export const action = async (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.invoice')
  return submit(args, feePaidForm, async ({ trx, actor, today }, { version, ...paid }) => {
    const { number } = await payPlatformInvoice(trx, actor, { id, version }, paid, today)
    return redirectWith(paths.admin.platformInvoice.view(id), 'platform_invoice_paid', { number })
  })
}

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(feePaidForm, useActionData<typeof action>(), {
    version: row.version,
    paid_on: row.today,
  })
  return (
    <EditPage
      title={t('platform_invoice.record_of', { number: row.number })}
      subtitle={t('platform_invoice.record_hint')}
      back={{ label: row.number, href: paths.admin.platformInvoice.view(row.id) }}
      form={form}
      noun="platform_invoice"
      submit={t('platform_invoice.record')}
    >
      <HiddenField of={fields.version} />
      <Facts
        items={[
          { label: t('platform_invoice.debtor'), value: row.debtor },
          { label: t('platform_invoice.total_sen'), value: formatRinggit(row.total_sen) },
        ]}
      />
      <DateField of={fields.paid_on} label={t('platform_invoice.arrived_on')} />
      <TextField of={fields.reference} label={t('platform_invoice.bank_reference')} />
    </EditPage>
  )
}
