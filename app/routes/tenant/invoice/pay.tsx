import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceHead, openAttempts } from '#app/domain/billing/invoices/find-invoices.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { recordForm } from '#app/domain/payments/payments/payment.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { openSlips } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { backdateDaysOf } from '#app/server/payments/backdate.ts'
import { recordedAt } from '#app/server/payments/recorded.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CheckboxField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { OpenAttempts } from '#app/ui/payments/payment/Attempts.tsx'
import { TakenFields } from '#app/ui/payments/payment/TakenFields.tsx'
import { SlipNotice } from '#app/ui/payments/transfer-slip/SlipNotice.tsx'
import { newId } from '#db/id.ts'

/** Cash and bank transfers, taken down by the office. */
export const handle = { access: 'payment.record', title: 'payment.record.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment.record')
  const id = idOf(params, 'not_found.invoice')
  const db = await context.read()
  const [row, open, slips] = await Promise.all([
    invoiceHead(db, scope, id),
    openAttempts(db, [id]),
    openSlips(db, [id]),
  ])
  return {
    row,
    cash_sen: await cashAmount(db, row.balance_sen),
    open,
    slips,
    today: context.today,
    earliest: addDays(context.today, -backdateDaysOf(context)),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, recordForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.invoice')
    const scope = context.scope('payment.record')
    const rules = { scope, today, backdate_days: backdateDaysOf(context), by_hand: true }
    const { payment_id, number } = await recordPayment(trx, actor, id, input, rules)
    return recordedAt(trx, paths.payment.view(payment_id), number)
  })

export default function RecordPayment() {
  const { row, cash_sen, open, slips, today, earliest, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(recordForm, useActionData<typeof action>(), {
    method: 'cash',
    amount: plainRinggit(row.balance_sen),
    paid_on: today,
    form_key,
  })
  const title = t('payment.record.title')
  const subtitle = `${row.number} · ${row.student}`
  const back = { label: row.number ?? '', href: paths.invoice.view(row.id) }
  if (row.status !== 'unpaid' && row.status !== 'pending') {
    return (
      <ViewPage title={title} subtitle={subtitle} back={back}>
        <ErrorSummary form={form} noun="payment" />
        <Notice tone="warning">
          <p>{t('payment.record.not_payable')}</p>
        </Notice>
      </ViewPage>
    )
  }
  const doubtful = open.length > 0 || row.status === 'pending'
  return (
    <EditPage
      title={title}
      subtitle={subtitle}
      back={back}
      form={form}
      noun="payment"
      submit={t('payment.record.submit')}
    >
      <SlipNotice slips={slips} />
      {doubtful && (
        <>
          <OpenAttempts rows={open} />
          <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />
        </>
      )}
      <TakenFields
        fields={fields}
        owed={{ sen: row.balance_sen, cash_sen }}
        payer={row.payer}
        days={{ today, earliest, issued_on: row.issued_on ?? today }}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
