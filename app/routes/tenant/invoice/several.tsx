import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { billSeveral, studentsOfClass } from '#app/domain/billing/invoices/change-invoice.ts'
import { severalForm } from '#app/domain/billing/invoices/invoice.ts'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { mostStudents } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { offeredTemplates, withTemplate } from '#app/server/forms/template-lines.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassPicker, SeveralForm } from '#app/ui/billing/invoice/SeveralForm.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { newId } from '#db/id.ts'

/** First of which class, then whom and what for: `/invoice/several`, then `/invoice/several?subject_id=…`. */
export const handle = { access: 'invoice.create', title: 'invoice.several.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { subject_id, q } = askedFor(request)
  const subjects = await subjectOptions(db)
  const known = subjects.some(({ id }) => id === subject_id)
  const [feeTypes, templates, students] = await Promise.all([
    feeTypeOptions(db),
    offeredTemplates(context),
    known ? studentsOfClass(db, context.scope('invoice.create'), { subject_id: subject_id!, q }) : [],
  ])
  return {
    ...{ subjects, feeTypes, templates, q, subject_id: known ? subject_id : undefined },
    students: students.filter(({ payer }) => payer !== null).slice(0, mostStudents),
    without: students.filter(({ payer }) => payer === null).map(({ name }) => name),
    more: students.length > mostStudents,
    due_days: (await settings(db, 'invoice')).due_days,
    ...{ today: context.today, mayIssue: context.can('invoice.issue'), form_key: newId() },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    severalForm,
    async ({ trx, actor, context, today }, { form_key: _, ...input }) => {
      if (input.step === 'issue' && !context.can('invoice.issue')) throw new Refusal('action_not_allowed')
      const count = await billSeveral(trx, actor, context.scope('invoice.create'), input, today)
      return input.step === 'issue'
        ? redirectWith(paths.invoice.list(), 'invoices_issued', { count })
        : redirectWith(paths.invoice.list({ status: 'draft' }), 'invoices_drafted', { count })
    },
    { prepare: withTemplate(args.context) },
  )

function askedFor(request: Request) {
  const { searchParams } = new URL(request.url)
  return {
    subject_id: searchParams.get('subject_id') ?? undefined,
    q: searchParams.get('q')?.trim().slice(0, 100) || undefined,
  }
}

export default function BillSeveral() {
  const { students, form_key, today, due_days, ...page } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(severalForm, useActionData<typeof action>(), {
    ...{ due_on: addDays(today, due_days), items: [{ quantity: '1' }], send: 'none', form_key },
    student_ids: students.map(({ id }) => id),
  })
  return (
    <>
      <PageHeader
        title={t('invoice.several.title')}
        subtitle={t('invoice.several.text')}
        back={{ label: t('invoice.plural'), href: paths.invoice.list() }}
      />
      <ClassPicker {...page} />
      {page.subject_id && (
        <SeveralForm form={form} fields={fields} students={students} today={today} {...page} />
      )}
    </>
  )
}
