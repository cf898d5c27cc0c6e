import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requestWriteOff } from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { writeOffForm } from '#app/domain/billing/credit-notes/credit-note.ts'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { askScope } from '#app/server/payments/credit-notes.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Gives up what is still owed on the invoice of the address, once somebody else agrees. */
export const handle = {
  access: { any: ['refund.create', 'refund.request'] },
  title: 'credit_note.write_off_title',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  return invoiceHead(await context.read(), askScope(context), idOf(params, 'not_found.invoice'))
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, writeOffForm, async ({ trx, actor, context }, input) => {
    const invoice_id = idOf(args.params, 'not_found.invoice')
    const { id, number } = await requestWriteOff(trx, actor, askScope(context), invoice_id, input)
    return redirectWith(paths.credit_note.view(id), 'credit_note_requested', { number })
  })

export default function WriteOff() {
  const invoice = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(writeOffForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('credit_note.write_off_title')}
      subtitle={`${invoice.number ?? ''} · ${invoice.student}`}
      back={{ label: invoice.number ?? '', href: paths.invoice.view(invoice.id) }}
      form={form}
      noun="credit_note"
      submit={t('credit_note.write_off_ask')}
      look="danger"
    >
      <p>{t('credit_note.write_off_text', { amount: formatRinggit(invoice.balance_sen) })}</p>
      <ReasonField of={fields.reason} words="credit_note.reason" />
      <input type="hidden" name={fields.version.name} value={invoice.version} />
    </EditPage>
  )
}
