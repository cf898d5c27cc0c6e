import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { isOwnEntry } from '#app/domain/core/four-eyes/four-eyes.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { cancelForm } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { cancelOrAsk, cancelPlan, cancelScope, mayCancelAlone } from '#app/server/payments/cancelling.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { CancelPage } from '#app/ui/payments/payment/CancelPage.tsx'

/** Cancels a payment, or asks for it: who may not, and who entered it, needs somebody else. */
export const handle = {
  access: { any: ['payment.cancel', 'payment.request_cancel'] },
  title: 'payment.cancel.title',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  const row = await payment(await context.read(), cancelScope(context, 'payment'), id)
  const { number, paid_on, method, payer_name, amount_sen, version, allocations } = row
  return {
    row: { id, number, paid_on, method, payer_name, amount_sen, version },
    invoices: allocations.map(({ number, student }) => `${number} · ${student}`),
    alone: mayCancelAlone(context, 'payment', row),
    isOwn: isOwnEntry(context.actor, row),
    plan: await cancelPlan(context, 'payment', id),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelForm, async ({ trx, context }, { version, ...how }) => {
    const id = idOf(args.params, 'not_found.payment')
    const entry = await payment(trx, cancelScope(context, 'payment'), id)
    return cancelOrAsk(trx, context, { kind: 'payment', id, version }, entry, how)
  })

export default function CancelPayment() {
  const { row, invoices, alone, isOwn, plan } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(cancelForm, useActionData<typeof action>())
  const facts = [
    { label: t('payment.amount'), value: formatRinggit(row.amount_sen) },
    { label: t('payment.paid_on'), value: formatDate(row.paid_on, locale) },
    { label: t('payment.method'), value: t(`payment.methods.${row.method}`) },
    { label: t('payment.payer'), value: row.payer_name },
    { label: t('payment.invoices'), value: invoices.join(', ') },
  ]
  return (
    <CancelPage
      form={form}
      fields={fields}
      noun="payment.cancel"
      words={{
        title: t('payment.cancel.title'),
        text: t('payment.cancel.text'),
        confirm: t('payment.cancel.confirm'),
        keep: t('payment.cancel.keep'),
      }}
      alone={alone}
      isOwn={isOwn}
      subtitle={`${t('payment.number')} ${row.number}`}
      back={{ label: row.number, href: paths.payment.view(row.id) }}
      facts={facts}
      version={row.version}
      plan={plan}
    />
  )
}
