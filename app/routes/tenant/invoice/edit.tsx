import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { editDraft } from '#app/domain/billing/invoices/change-invoice.ts'
import { invoice } from '#app/domain/billing/invoices/find-invoices.ts'
import { invoiceForm } from '#app/domain/billing/invoices/invoice.ts'
import { rateOf } from '#app/domain/billing/invoices/lines.ts'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsOf } from '#app/domain/people/students/billable.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { offeredTemplates, withTemplate } from '#app/server/forms/template-lines.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { InvoiceForm } from '#app/ui/billing/invoice/InvoiceForm.tsx'
import { LinesInBrief } from '#app/ui/billing/invoice/InvoiceLines.tsx'
import { typedItems } from '#app/ui/billing/invoice/typed-lines.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** A draft; what is issued can only be amended. */
export const handle = { access: 'invoice.edit', title: 'invoice.edit' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.invoice')
  const db = await context.read()
  const row = await invoice(db, context.scope('invoice.edit'), id)
  // After a post the page must say what became of the draft, so only a first visit is led on.
  if (row.status !== 'draft' && request.method === 'GET') throw redirect(paths.invoice.amend(id))
  const [parents, feeTypes, templates, rate] = await Promise.all([
    parentsOf(db, row.student_id),
    feeTypeOptions(db),
    offeredTemplates(context),
    rateOf(db, row.student_id),
  ])
  const { today } = context
  return { row, parents, feeTypes, templates, rate, today, mayIssue: context.can('invoice.issue') }
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    invoiceForm,
    async ({ trx, actor, context, today }, { step, version = 0, ...input }) => {
      const id = idOf(args.params, 'not_found.invoice')
      await editDraft(trx, actor, context.scope('invoice.edit'), id, version, input, today)
      if (step === 'draft') return redirectWith(paths.invoice.view(id), 'invoice_saved')
      if (!context.can('invoice.issue')) throw new Refusal('action_not_allowed')
      return redirect(paths.invoice.issue(id))
    },
    { prepare: withTemplate(args.context) },
  )

export default function EditInvoice() {
  const { row, parents, feeTypes, templates, rate, today, mayIssue } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(invoiceForm, useActionData<typeof action>(), {
    payer_parent_id: row.payer_parent_id,
    due_on: row.due_on,
    remark: row.remark,
    internal_note: row.internal_note,
    items: typedItems(row.items),
  })
  return (
    <>
      <PageHeader
        title={t('invoice.edit')}
        subtitle={`${t('invoice.for_student', { student: row.student })} · ${row.student_no}`}
        back={{ label: t('invoice.draft_title'), href: paths.invoice.view(row.id) }}
      />
      <InvoiceForm
        form={form}
        fields={fields}
        parents={parents}
        feeTypes={feeTypes}
        templates={templates}
        rate={rate}
        today={today}
        mayIssue={mayIssue}
        cancel={paths.invoice.view(row.id)}
      >
        <CurrentValues
          form={form}
          items={[
            { label: t('invoice.payer'), value: row.payer },
            { label: t('invoice.due_on'), value: formatDate(row.due_on, locale) },
            { label: t('invoice.items'), value: <LinesInBrief items={row.items} /> },
            { label: t('invoice.total_sen'), value: formatRinggit(row.total_sen) },
            { label: t('invoice.remark'), value: row.remark },
            { label: t('invoice.internal_note'), value: row.internal_note },
          ]}
          field={fields.version}
          version={row.version}
        />
      </InvoiceForm>
    </>
  )
}
