import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addDays, formatDate, formatInstant } from '#app/domain/dates.ts'
import { invoiceHead } from '#app/domain/invoices/find-invoices.server.ts'
import { formatRinggit, plainRinggit } from '#app/domain/money.ts'
import { openAttempts } from '#app/domain/payments/open-attempts.server.ts'
import { backdateDays, manualMethods } from '#app/domain/payments/payment.ts'
import { recordForm } from '#app/domain/payments/payment-form.ts'
import { recordPayment } from '#app/domain/payments/record.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { CheckboxField } from '#app/ui/form/CheckboxField.tsx'
import { DateField } from '#app/ui/form/DateField.tsx'
import { FieldRow } from '#app/ui/form/Fieldset.tsx'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { MoneyField } from '#app/ui/form/MoneyField.tsx'
import { RadioGroup } from '#app/ui/form/RadioGroup.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { usePage } from '#app/ui/page-context.tsx'
import { newId } from '#db/id.ts'

/** Cash and bank transfers, taken down by the office. */
export const handle = { access: 'payment.record', title: 'payment.record.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment.record')
  const id = idOf(params, 'not_found.invoice')
  const db = await context.read()
  const [row, open] = await Promise.all([invoiceHead(db, scope, id), openAttempts(db, id)])
  return {
    row,
    open,
    today: context.today,
    earliest: addDays(context.today, -backdateDaysOf(context)),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, recordForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.invoice')
    const rules = { scope: context.scope('payment.record'), today, backdate_days: backdateDaysOf(context) }
    const { payment_id, number } = await recordPayment(trx, actor, id, input, rules)
    const amount = formatRinggit(input.amount)
    return redirectWith(paths.payment.view(payment_id), 'payment_recorded', { number, amount })
  })

function backdateDaysOf(context: RequestContext): number {
  return context.can('payment.backdate') ? backdateDays.wide : backdateDays.usual
}

export default function RecordPayment() {
  const { row, open, today, earliest, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
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
      <>
        <PageHeader title={title} subtitle={subtitle} back={back} />
        <Notice tone="warning">
          <p>{t('payment.record.not_payable')}</p>
        </Notice>
      </>
    )
  }
  const doubtful = open.length > 0 || row.status === 'pending'
  const early = fields.early_reason.errors !== undefined || fields.early_reason.initialValue !== undefined
  const repeated = fields.reference_no.errors?.some((code) => code.startsWith('duplicate.payment'))
  return (
    <EditPage
      title={title}
      subtitle={subtitle}
      back={back}
      cancel={back.href}
      form={form}
      noun="payment"
      submit={t('payment.record.submit')}
    >
      {doubtful && (
        <>
          <OpenAttempts rows={open} />
          <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />
        </>
      )}
      <RadioGroup
        of={fields.method}
        label={t('payment.method')}
        options={manualMethods.map((value) => ({ value, label: t(`payment.methods.${value}`) }))}
      />
      <FieldRow>
        <MoneyField
          of={fields.amount}
          label={t('payment.amount')}
          hint={t('payment.record.balance', { amount: formatRinggit(row.balance_sen) })}
        />
        <DateField of={fields.paid_on} label={t('payment.paid_on')} min={earliest} max={today} />
      </FieldRow>
      {early && (
        <TextField
          of={fields.early_reason}
          label={t('payment.early_reason')}
          hint={t('payment.record.early_hint', { date: formatDate(row.issued_on ?? today, locale) })}
          autoComplete="off"
          optional={false}
        />
      )}
      <TextField
        of={fields.reference_no}
        label={t('payment.reference_no')}
        hint={t('payment.record.reference_hint')}
        autoComplete="off"
        width="medium"
      />
      {repeated && <CheckboxField of={fields.confirmed} label={t('payment.confirmed')} />}
      <TextField
        of={fields.payer_name}
        label={t('payment.payer')}
        hint={t('payment.record.payer_hint', { payer: row.payer })}
        autoComplete="off"
      />
      <TextArea of={fields.remark} label={t('payment.remark')} rows={2} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

type Open = ReturnType<typeof useLoaderData<typeof loader>>['open']

/** What may still bring money for the invoice that somebody pays at the counter now. */
function OpenAttempts({ rows }: { rows: Open }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Notice tone="warning" title={t('payment.record.open_title')}>
      <ul>
        {rows.map(({ id, order_no, bank_name, amount_sen, state, requested_at }) => (
          <li key={id}>
            <a href={paths.attempt.view(id)}>{order_no}</a>
            {': '}
            {[
              bank_name,
              formatRinggit(amount_sen),
              t(`payment.states.${state}`),
              formatInstant(requested_at, locale),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <p>{t('payment.record.open_text')}</p>
    </Notice>
  )
}
