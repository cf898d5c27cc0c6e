import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openAttempts } from '#app/domain/billing/invoices/find-invoices.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import { confirmSlip } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { confirmSlipForm } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { openedSlip } from '#app/server/payments/opened-slip.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CheckboxField, DateField, HiddenField, MoneyField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { OpenAttempts } from '#app/ui/payments/payment/Attempts.tsx'
import { SlipPaper, SlipWarnings } from '#app/ui/payments/transfer-slip/SlipView.tsx'
import { newId } from '#db/id.ts'

/** The money of a slip has come: the paper beside the form by which it is booked. */
export const handle = {
  access: 'payment.confirm_slip',
  title: 'transfer_slip.confirm.title',
} satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const opened = await openedSlip(args, 'payment.confirm_slip')
  const open = await openAttempts(await context.read(), [opened.row.invoice_id])
  const days = { today: context.today, earliest: addDays(context.today, -backdateDays.wide) }
  return { ...opened, open, days, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, confirmSlipForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.transfer_slip')
    const scope = context.scope('payment.confirm_slip')
    const { posted } = await confirmSlip(trx, actor, scope, id, input, today)
    const values = { number: posted.number, amount: formatRinggit(input.amount) }
    return redirectWith(paths.transfer_slip.view(id), 'payment_recorded', values)
  })

export default function ConfirmSlip() {
  const { row, signs, twins, may, open, days, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(confirmSlipForm, useActionData<typeof action>(), {
    ...{
      amount: plainRinggit(row.amount_sen),
      paid_on: row.paid_on,
      reference_no: row.reference_no,
      form_key,
    },
  })
  const title = t('transfer_slip.confirm.title')
  const subtitle = `${row.parent} · ${row.invoice}`
  const back = { label: t('transfer_slip.one'), href: paths.transfer_slip.view(row.id) }
  if (!may.decide) {
    return (
      <ViewPage title={title} subtitle={subtitle} back={back}>
        <Notice tone="warning">
          <p>{t('transfer_slip.confirm.not_yours')}</p>
        </Notice>
      </ViewPage>
    )
  }
  const { early_reason, confirmed, other_reason } = fields
  const early = early_reason.errors !== undefined || early_reason.initialValue !== undefined
  const other =
    other_reason.errors !== undefined ||
    other_reason.initialValue !== undefined ||
    signs.some(({ kind }) => kind !== 'reference')
  const alike = confirmed.errors !== undefined || twins.some(({ certain }) => !certain)
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} back={back} />
      <SlipWarnings row={row} signs={signs} twins={twins} decide={may.decide} />
      <div className="facts two">
        <section>
          {/* not as high as the picture */}
          <div>
            <form method="post" id={form.id} className="fields" noValidate>
              <ErrorSummary form={form} noun="transfer_slip" />
              <p>{t('transfer_slip.confirm.text')}</p>
              {(open.length > 0 || row.invoice_status === 'pending') && (
                <>
                  <OpenAttempts rows={open} />
                  <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />
                </>
              )}
              <MoneyField
                of={fields.amount}
                label={t('transfer_slip.amount')}
                hint={t('payment.record.balance', { amount: formatRinggit(row.balance_sen) })}
              />
              <DateField
                of={fields.paid_on}
                label={t('transfer_slip.paid_on')}
                min={days.earliest}
                max={days.today}
              />
              {early && (
                <TextField
                  of={early_reason}
                  label={t('payment.early_reason')}
                  hint={t('payment.record.early_hint', {
                    date: formatDate(row.issued_on ?? days.today, locale),
                  })}
                  autoComplete="off"
                  optional={false}
                />
              )}
              <TextField
                of={fields.reference_no}
                label={t('transfer_slip.reference_no')}
                autoComplete="off"
              />
              {other && (
                <TextField
                  of={other_reason}
                  label={t('transfer_slip.other_reason')}
                  hint={t('transfer_slip.other_reason_hint')}
                  autoComplete="off"
                  optional={other_reason.errors === undefined}
                />
              )}
              {alike && <CheckboxField of={confirmed} label={t('transfer_slip.another')} />}
              <HiddenField of={fields.form_key} />
              <div className="actions">
                <SubmitButton>{t('transfer_slip.confirm.submit')}</SubmitButton>
                <a href={back.href}>{t('common.action.cancel')}</a>
              </div>
            </form>
          </div>
        </section>
        <section>
          <SlipPaper id={row.id} type={row.content_type} />
        </section>
      </div>
    </>
  )
}
