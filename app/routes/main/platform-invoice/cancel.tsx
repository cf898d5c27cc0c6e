import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  cancelInvoiceForm,
  cancelPlatformInvoice,
} from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { platformInvoice } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

export const handle = { access: 'admin.subscription.edit', title: 'platform_invoice.cancel' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await platformInvoice(await context.read(), idOf(params, 'not_found.invoice'))
  const { id, number, debtor, total_sen, version } = row
  return { id, number, debtor, total_sen, version, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelInvoiceForm, async ({ trx, actor }, { version, reason }) => {
    const id = idOf(args.params, 'not_found.invoice')
    const { number } = await cancelPlatformInvoice(trx, actor, { id, version }, reason)
    return redirectWith(paths.admin.platformInvoice.view(id), 'platform_invoice_cancelled', { number })
  })

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(cancelInvoiceForm, useActionData<typeof action>(), {
    version: row.version,
  })
  return (
    <EditPage
      title={t('platform_invoice.cancel_of', { number: row.number })}
      subtitle={t('platform_invoice.cancel_hint')}
      back={{ label: row.number, href: paths.admin.platformInvoice.view(row.id) }}
      form={form}
      noun="platform_invoice"
      submit={t('platform_invoice.cancel')}
      look="danger"
    >
      <HiddenField of={fields.version} />
      <Facts
        items={[
          { label: t('platform_invoice.debtor'), value: row.debtor },
          { label: t('platform_invoice.total_sen'), value: formatRinggit(row.total_sen) },
        ]}
      />
      <ReasonField of={fields.reason} words="subscription.reason" optional={false} />
    </EditPage>
  )
}
