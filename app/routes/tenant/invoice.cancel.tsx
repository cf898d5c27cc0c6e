import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/dates.ts'
import { cancelInvoice } from '#app/domain/invoices/commands.server.ts'
import { cancelForm } from '#app/domain/invoices/forms.ts'
import { invoiceHead } from '#app/domain/invoices/queries.server.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
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

export const handle = { access: 'invoice.cancel', title: 'invoice.cancel' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('invoice.cancel')
  return { row: await invoiceHead(await context.read(), scope, idOf(params, 'not_found.invoice')) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelForm, async ({ trx, actor, context }, { version, reason }) => {
    const id = idOf(args.params, 'not_found.invoice')
    const number = await cancelInvoice(trx, actor, context.scope('invoice.cancel'), id, version, reason)
    return redirectWith(paths.invoice.view(id), 'invoice_cancelled', { number })
  })

export default function CancelInvoice() {
  const { row } = useLoaderData<typeof loader>()
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
        title={t('invoice.cancel')}
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
          <p>{t('invoice.cancel_text')}</p>
        </Notice>
        <TextArea of={fields.reason} label={t('invoice.reason')} hint={t('invoice.reason_hint')} rows={3} />
        <div className="actions">
          <SubmitButton look="danger">{t('invoice.confirm_cancel')}</SubmitButton>
          {/* Not "Cancel": beside "Cancel this invoice" it could mean either. */}
          <a href={back}>{t('invoice.keep')}</a>
        </div>
      </form>
    </>
  )
}
