import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { createDraft } from '#app/domain/billing/invoices/change-invoice.ts'
import { invoice } from '#app/domain/billing/invoices/find-invoices.ts'
import { invoiceForm } from '#app/domain/billing/invoices/invoice.ts'
import { rateOf } from '#app/domain/billing/invoices/lines.ts'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { billableList, billableStudent, parentsOf } from '#app/domain/people/students/billable.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { offeredTemplates, withTemplate } from '#app/server/forms/template-lines.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { InvoiceForm, StudentPicker } from '#app/ui/billing/invoice/InvoiceForm.tsx'
import { copiedItems } from '#app/ui/billing/invoice/typed-lines.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { newId } from '#db/id.ts'

/** First whom it is for, then what for: `/invoice/new`, then `/invoice/new?student_id=…`, where `copy` names one that it is like. */
export const handle = { access: 'invoice.create', title: 'invoice.new' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!studentIdOf(request)) {
    const may = { add: context.can('student.create'), import: context.can('import.upload') }
    return { list: await listPage({ request, context }, billableList), may, written: null }
  }
  const scope = context.scope('invoice.create')
  const db = await context.read()
  const student = await billableStudent(db, scope, idOf({ id: studentIdOf(request) }, 'not_found.student'))
  const copy = new URL(request.url).searchParams.get('copy') ?? undefined
  const [parents, feeTypes, templates, rate, fees, copied, { due_days }] = await Promise.all([
    parentsOf(db, student.id),
    feeTypeOptions(db),
    offeredTemplates(context),
    rateOf(db, student.id),
    dueFees(db, student.id, context.today),
    copy ? invoice(db, scope, idOf({ id: copy }, 'not_found.invoice')) : null,
    settings(db, 'invoice'),
  ])
  if (copied && copied.student_id !== student.id) throw new Refusal('not_found.invoice')
  const { today } = context
  const mayIssue = context.can('invoice.issue')
  return {
    list: null,
    may: null,
    written: {
      ...{ student, parents, feeTypes, templates, rate, fees, today, due_days, mayIssue, form_key: newId() },
      copied: copied && {
        ...{ number: copied.number, payer_parent_id: copied.payer_parent_id, remark: copied.remark },
        items: copiedItems(copied.items),
      },
    },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    invoiceForm,
    async ({ trx, actor, context, today }, { step, ...input }) => {
      const scope = context.scope('invoice.create')
      const student_id = idOf({ id: studentIdOf(args.request) }, 'not_found.student')
      const id = await createDraft(trx, actor, scope, student_id, input, today)
      if (step === 'draft') {
        const { name } = await billableStudent(trx, scope, student_id)
        return redirectWith(paths.invoice.view(id), 'invoice_drafted', { student: name })
      }
      if (!context.can('invoice.issue')) throw new Refusal('action_not_allowed')
      return redirect(paths.invoice.issue(id))
    },
    { prepare: withTemplate(args.context) },
  )

function studentIdOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('student_id') ?? undefined
}

export default function NewInvoice() {
  const { list, may, written } = useLoaderData<typeof loader>()
  if (list) return <StudentPicker list={list} may={may} />
  return <WriteInvoice {...written} />
}

type Written = NonNullable<Awaited<ReturnType<typeof loader>>['written']>

function WriteInvoice(written: Written) {
  const { student, parents, feeTypes, templates, rate, fees, copied, today, due_days, mayIssue, form_key } =
    written
  const { t } = useTranslation()
  const [form, fields] = useFormOf(invoiceForm, useActionData<typeof action>(), {
    form_key,
    ...(copied
      ? { due_on: addDays(today, due_days), ...copied }
      : {
          due_on: fees.lines.map(({ due_on }) => due_on).sort()[0] ?? addDays(today, due_days),
          payer_parent_id: parents.find(({ is_payer }) => is_payer)?.id,
          items: suggested(fees.lines),
        }),
  })
  return (
    <>
      <PageHeader
        title={t('invoice.new')}
        subtitle={`${t('invoice.for_student', { student: student.name })} · ${student.student_no}`}
        back={{ label: t('invoice.choose_student'), href: paths.invoice.new() }}
      />
      {parents.length === 0 ? (
        <Notice tone="warning" title={t('invoice.payer_missing')}>
          <p>{t('invoice.payer_missing_text')}</p>
        </Notice>
      ) : (
        <>
          {copied && (
            <Notice title={t('invoice.copied', { number: copied.number ?? t('common.status.draft') })}>
              <p>{t('invoice.copied_text')}</p>
            </Notice>
          )}
          {!copied && fees.billed.length > 0 && (
            <Notice title={t('invoice.already_billed')}>
              <p>{t('invoice.already_billed_text')}</p>
              <ul>
                {fees.billed.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Notice>
          )}
          <InvoiceForm
            form={form}
            fields={fields}
            parents={parents}
            feeTypes={feeTypes}
            templates={templates}
            rate={rate}
            today={today}
            mayIssue={mayIssue}
            cancel={paths.invoice.list()}
          >
            <HiddenField of={fields.form_key} />
          </InvoiceForm>
        </>
      )}
    </>
  )
}

/** What is due of the regular fees; an empty line where nothing is. */
function suggested(lines: Written['fees']['lines']) {
  if (lines.length === 0) return [{ quantity: '1' }]
  return lines.map(({ quantity, price, discount, facts: _, ...line }) => ({
    ...line,
    quantity: plainQuantity(quantity),
    price: plainRinggit(price),
    discount: discount > 0 ? plainRinggit(discount) : undefined,
  }))
}
