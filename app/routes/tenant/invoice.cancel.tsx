import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { cancelNow, requestCancel } from '#app/domain/cancel-requests/commands.server.ts'
import { formatDate } from '#app/domain/dates.ts'
import { cancelForm } from '#app/domain/invoices/forms.ts'
import { invoiceHead } from '#app/domain/invoices/queries.server.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { cancelScope, mayCancelAlone } from '#app/server/cancelling.ts'
import { idOf } from '#app/server/params.ts'
import { submit } from '#app/server/submit.ts'
import type { Handle } from '#app/server/trees.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/form/Button.tsx'
import { ErrorSummary } from '#app/ui/form/ErrorSummary.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/page/CurrentValues.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { usePage } from '#app/ui/page-context.tsx'

/** Cancels an invoice; who may not do that asks for it here. */
export const handle = {
  access: { any: ['invoice.cancel', 'invoice.request_cancel'] },
  title: 'invoice.cancel',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = cancelScope(context, 'invoice')
  const row = await invoiceHead(await context.read(), scope, idOf(params, 'not_found.invoice'))
  return { row, alone: mayCancelAlone(context, 'invoice', null) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelForm, async ({ trx, actor, context, today }, { version, reason }) => {
    const id = idOf(args.params, 'not_found.invoice')
    const scope = cancelScope(context, 'invoice')
    const subject = { kind: 'invoice', id, version } as const
    if (mayCancelAlone(context, 'invoice', null)) {
      const number = await cancelNow(trx, actor, scope, subject, { reason, today })
      return redirectWith(paths.invoice.view(id), 'invoice_cancelled', { number })
    }
    const number = await requestCancel(trx, actor, scope, subject, reason)
    return redirectWith(paths.invoice.view(id), 'cancel_requested', { number })
  })

export default function CancelInvoice() {
  const { row, alone } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(cancelForm, useActionData<typeof action>())
  const back = paths.invoice.view(row.id)
  const facts = [
    { label: t('invoice.student'), value: row.student },
    { label: t('invoice.payer'), value: row.payer },
    { label: t('invoice.due_on'), value: formatDate(row.due_on, locale) },
    { label: t('invoice.total_sen'), value: formatRinggit(row.total_sen) },
    { label: t('invoice.paid_sen'), value: formatRinggit(row.paid_sen) },
  ]
  return (
    <>
      <PageHeader
        title={t(alone ? 'invoice.cancel' : 'cancel_request.ask')}
        subtitle={row.number ?? t('common.status.draft')}
        back={{ label: row.number ?? t('invoice.draft_title'), href: back }}
      />
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="invoice" />
        <CurrentValues
          shown={form.errors?.includes('version_conflict') === true}
          items={facts}
          field={fields.version}
          version={row.version}
        />
        <Facts items={facts} />
        <Notice tone="warning">
          <p>{t(alone ? 'invoice.cancel_text' : 'cancel_request.ask_text')}</p>
        </Notice>
        <TextArea of={fields.reason} label={t('invoice.reason')} hint={t('invoice.reason_hint')} rows={3} />
        <div className="actions">
          {alone ? (
            <SubmitButton look="danger">{t('invoice.confirm_cancel')}</SubmitButton>
          ) : (
            <SubmitButton>{t('cancel_request.ask')}</SubmitButton>
          )}
          {/* Not "Cancel": beside "Cancel this invoice" it could mean either. */}
          <a href={back}>{t('invoice.keep')}</a>
        </div>
      </form>
    </>
  )
}
