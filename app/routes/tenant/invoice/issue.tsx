import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { issueInvoice, sumsOfToday } from '#app/domain/billing/invoices/change-invoice.ts'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { issueForm } from '#app/domain/billing/invoices/invoice.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { takesOnline } from '#app/domain/payments/attempts/online-terms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { HiddenField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { CannotPayOnline } from '#app/ui/organisation/set-up/OnlinePaymentState.tsx'
import { newId } from '#db/id.ts'

/** The last look at a draft: how much, from whom, and who is mailed. */
export const handle = { access: 'invoice.issue', title: 'invoice.issue.title' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.invoice')
  const db = await context.read()
  const row = await invoiceHead(db, context.scope('invoice.issue'), id)
  // After a post the page must say what became of the draft, so only a first visit is led on.
  if (row.status !== 'draft' && request.method === 'GET') throw redirect(paths.invoice.view(id))
  const [{ sums }, online] = await Promise.all([sumsOfToday(db, id, row.student_id), takesOnline(db)])
  const { student, student_no, payer, payer_email, due_on, version } = row
  const about = { online, mayTurnOn: context.can('entity.edit') }
  return {
    id,
    row: { student, student_no, payer, payer_email, due_on, version },
    sums,
    ...about,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, issueForm, async ({ trx, actor, context, today }, { version, send }) => {
    const id = idOf(args.params, 'not_found.invoice')
    const how = { version, send: send === 'mail', today }
    const { number, mailed_to } = await issueInvoice(trx, actor, context.scope('invoice.issue'), id, how)
    return mailed_to
      ? redirectWith(paths.invoice.view(id), 'invoice_issued_to', { number, email: mailed_to })
      : redirectWith(paths.invoice.view(id), 'invoice_issued', { number })
  })

export default function IssueInvoice() {
  const { id, row, sums, online, mayTurnOn, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const email = row.payer_email
  const [form, fields] = useFormOf(issueForm, useActionData<typeof action>(), {
    send: email ? 'mail' : 'none',
    form_key,
  })
  const about = [
    { label: t('invoice.student'), value: `${row.student} · ${row.student_no}` },
    { label: t('invoice.payer'), value: row.payer },
    { label: t('invoice.due_on'), value: formatDate(row.due_on, locale) },
  ]
  const total = { label: t('invoice.total_sen'), value: formatRinggit(sums.total_sen) }
  return (
    <EditPage
      title={t('invoice.issue.title')}
      subtitle={t('invoice.for_student', { student: row.student })}
      back={{ label: t('invoice.draft_title'), href: paths.invoice.view(id) }}
      form={form}
      noun="invoice"
      submit={t('invoice.issue.submit', { amount: total.value })}
    >
      <CurrentValues form={form} items={[...about, total]} field={fields.version} version={row.version} />
      <Facts items={[...about, total]} />
      {!online && <CannotPayOnline mayTurnOn={mayTurnOn} />}
      <p>{t('invoice.issue.text')}</p>
      {email ? (
        <RadioGroup
          of={fields.send}
          label={t('invoice.send')}
          options={[
            {
              value: 'mail',
              label: t('invoice.issue.mail', { email }),
              hint: t('invoice.issue.mail_hint', { payer: row.payer }),
            },
            { value: 'none', label: t('invoice.issue.none'), hint: t('invoice.issue.none_hint') },
          ]}
        />
      ) : (
        <>
          <Notice>
            <p>{t('invoice.issue.no_address', { payer: row.payer })}</p>
          </Notice>
          <HiddenField of={fields.send} />
        </>
      )}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
