import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { amendInvoice, rateOfIssued } from '#app/domain/billing/invoices/amend-invoice.ts'
import { invoice } from '#app/domain/billing/invoices/find-invoices.ts'
import { amendForm } from '#app/domain/billing/invoices/invoice.ts'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { longestDays } from '#app/domain/core/invoicing/invoice.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { offeredTemplates, withTemplate } from '#app/server/forms/template-lines.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinesInBrief } from '#app/ui/billing/invoice/InvoiceLines.tsx'
import { LineFields, type LinesFormOf } from '#app/ui/billing/invoice/LineFields.tsx'
import { typedItems } from '#app/ui/billing/invoice/typed-lines.ts'
import { EnterSaves } from '#app/ui/core/form/Button.tsx'
import { DateField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What may still change on an issued invoice, for a reason: due date and notes, and lines while nothing was paid or taken back. */
export const handle = { access: 'invoice.edit', title: 'invoice.amend' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.invoice')
  const db = await context.read()
  const row = await invoice(db, context.scope('invoice.edit'), id)
  const [feeTypes, templates, rate] = await Promise.all([
    feeTypeOptions(db),
    offeredTemplates(context),
    rateOfIssued(db, id),
  ])
  return { row, feeTypes, templates, rate }
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    amendForm,
    async ({ trx, actor, context, today }, { version, ...input }) => {
      const id = idOf(args.params, 'not_found.invoice')
      const number = await amendInvoice(trx, actor, context.scope('invoice.edit'), id, version, input, today)
      return redirectWith(paths.invoice.view(id), 'invoice_amended', { number })
    },
    { prepare: withTemplate(args.context) },
  )

export default function AmendInvoice() {
  const { row, feeTypes, templates, rate } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { due_on, remark, internal_note } = row
  const hasFixedLines = row.paid_sen > 0 || row.credited_sen > 0
  const [form, fields] = useFormOf(amendForm, useActionData<typeof action>(), {
    due_on,
    remark,
    internal_note,
    ...(hasFixedLines ? {} : { items: typedItems(row.items) }),
  })
  const back = paths.invoice.view(row.id)
  const issued_on = row.issued_on ?? due_on
  return (
    <EditPage
      title={t('invoice.amend')}
      subtitle={`${row.number ?? t('common.status.draft')} · ${row.student}`}
      back={{ label: row.number ?? t('invoice.draft_title'), href: back }}
      form={form}
      noun="invoice"
    >
      <EnterSaves />
      <p>{t(hasFixedLines ? 'invoice.amend_text_paid' : 'invoice.amend_text')}</p>
      <CurrentValues
        form={form}
        items={[
          { label: t('invoice.due_on'), value: formatDate(due_on, locale) },
          { label: t('invoice.items'), value: <LinesInBrief items={row.items} /> },
          { label: t('invoice.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('invoice.remark'), value: remark },
          { label: t('invoice.internal_note'), value: internal_note },
        ]}
        field={fields.version}
        version={row.version}
      />
      <DateField
        of={fields.due_on}
        label={t('invoice.due_on')}
        min={issued_on}
        max={addDays(issued_on, longestDays)}
      />
      {!hasFixedLines && (
        <LineFields
          form={form}
          items={fields.items as LinesFormOf[1]['items']}
          feeTypes={feeTypes}
          rate={rate}
          template={{ of: fields.line_template_id, options: templates }}
        />
      )}
      <TextArea of={fields.remark} label={t('invoice.remark')} hint={t('invoice.remark_hint')} rows={2} />
      <TextArea
        of={fields.internal_note}
        label={t('invoice.internal_note')}
        hint={t('invoice.internal_note_hint')}
        rows={2}
      />
      <TextArea of={fields.reason} label={t('invoice.reason')} hint={t('invoice.reason_hint')} rows={2} />
    </EditPage>
  )
}
