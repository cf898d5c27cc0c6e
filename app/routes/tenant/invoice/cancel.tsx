import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { cancelInvoiceForm } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { cancelOrAsk, cancelPlan, cancelScope, mayCancelAlone } from '#app/server/payments/cancelling.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { CancelPage } from '#app/ui/payments/payment/CancelPage.tsx'

/** Cancels an invoice; who may not do that asks for it here. */
export const handle = {
  access: { any: ['invoice.cancel', 'invoice.request_cancel'] },
  title: 'invoice.cancel',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = cancelScope(context, 'invoice')
  const id = idOf(params, 'not_found.invoice')
  const row = await invoiceHead(await context.read(), scope, id)
  return {
    row,
    alone: mayCancelAlone(context, 'invoice', null),
    plan: await cancelPlan(context, 'invoice', id),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelInvoiceForm, ({ trx, context }, { version, ...how }) => {
    const id = idOf(args.params, 'not_found.invoice')
    return cancelOrAsk(trx, context, { kind: 'invoice', id, version }, null, how)
  })

export default function CancelInvoice() {
  const { row, alone, plan } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(cancelInvoiceForm, useActionData<typeof action>())
  const facts = [
    { label: t('invoice.student'), value: row.student },
    { label: t('invoice.payer'), value: row.payer },
    { label: t('invoice.due_on'), value: formatDate(row.due_on, locale) },
    { label: t('invoice.total_sen'), value: formatRinggit(row.total_sen) },
    { label: t('invoice.paid_sen'), value: formatRinggit(row.paid_sen) },
  ]
  return (
    <CancelPage
      form={form}
      fields={fields}
      noun="invoice"
      words={{
        title: t('invoice.cancel'),
        text: t('invoice.cancel_text'),
        confirm: t('invoice.confirm_cancel'),
        keep: t('invoice.keep'),
      }}
      alone={alone}
      subtitle={row.number ?? t('common.status.draft')}
      back={{ label: row.number ?? t('invoice.draft_title'), href: paths.invoice.view(row.id) }}
      facts={facts}
      version={row.version}
      plan={plan}
    >
      <CheckboxField
        of={fields.bill_again}
        label={t('invoice.bill_again')}
        hint={t('invoice.bill_again_hint')}
      />
    </CancelPage>
  )
}
