import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openAttempts } from '#app/domain/billing/invoices/find-invoices.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { correctPayment, whyNotCorrected } from '#app/domain/payments/counter/correct-payment.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { correctForm } from '#app/domain/payments/payments/payment.ts'
import { openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import {
  CheckboxField,
  CheckboxGroup,
  FieldRow,
  HiddenField,
  MoneyField,
  ReasonField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { OpenAttempts } from '#app/ui/payments/payment/Attempts.tsx'
import { MethodField, ReferenceFields } from '#app/ui/payments/payment/TakenFields.tsx'
import { newId } from '#db/id.ts'

/** Corrects a typing mistake, for the person who has just taken the payment. */
export const handle = { access: 'payment.record', title: 'payment.correct.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment.record')
  const id = idOf(params, 'not_found.payment')
  const db = await context.read()
  const row = await payment(db, scope, id)
  const why = await whyNotCorrected(db, context.actor, scope, id, context.today)
  const { number, method, amount_sen, given_sen, reference_no, version, payer_name } = row
  const family = row.payer_parent_id
  const open = family && why === null ? await openInvoicesOf(db, scope, family, context.today) : []
  const paid = row.allocations.map(({ invoice_id, number, student, amount_sen, balance_sen }) => ({
    ...{ id: invoice_id, number, student },
    balance_sen: amount_sen + balance_sen,
  }))
  const others = open.filter((one) => !paid.some((other) => other.id === one.id))
  const invoices = [
    ...paid,
    ...others.map(({ id, number, student, balance_sen }) => ({ id, number, student, balance_sen })),
  ].slice(0, mostPaidAtOnce)
  const ids = invoices.map((one) => one.id)
  return {
    row: { id, number, method, amount_sen, given_sen, reference_no, version, payer_name },
    why,
    paid: paid.map((one) => one.id),
    invoices,
    open: ids.length > 0 ? await openAttempts(db, ids) : [],
    mayAsk: context.can('payment.cancel') || context.can('payment.request_cancel'),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, correctForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.payment')
    const scope = context.scope('payment.record')
    const { number: first } = await payment(trx, scope, id)
    const { payment_id, number } = await correctPayment(trx, actor, scope, id, input, today)
    return redirectWith(paths.counter.done(payment_id), 'payment_corrected', { number, first })
  })

export default function CorrectPayment() {
  const { row, why, paid, invoices, open, mayAsk, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(correctForm, useActionData<typeof action>(), {
    ...{ method: row.method, amount: plainRinggit(row.amount_sen), invoice: paid, form_key },
    ...(row.reference_no ? { reference_no: row.reference_no } : {}),
  })
  const head = {
    title: t('payment.correct.title'),
    subtitle: [row.number, row.payer_name].filter(Boolean).join(' · '),
    back: { label: row.number, href: paths.payment.view(row.id) },
  }
  if (why) {
    return (
      <ViewPage {...head}>
        <Notice tone="warning">
          <p>{t(`refusal.payment.correct.${why}`)}</p>
          {mayAsk && why !== 'online' && why !== 'cancelled' && (
            <p>
              <LinkButton href={paths.payment.cancel(row.id)}>{t('cancel_request.ask')}</LinkButton>
            </p>
          )}
        </Notice>
      </ViewPage>
    )
  }
  const left = fields.keep_rest.errors !== undefined || fields.keep_rest.initialValue !== undefined
  return (
    <EditPage
      {...head}
      form={form}
      noun="payment"
      nameOf={(field) =>
        field === 'invoice'
          ? t('payment.correct.invoices')
          : field === 'reason'
            ? t('payment.correct.reason')
            : undefined
      }
      keep={t('payment.correct.keep')}
      submit={t('payment.correct.submit')}
    >
      <CurrentValues
        form={form}
        items={[{ label: t('payment.amount'), value: formatRinggit(row.amount_sen) }]}
        field={fields.version}
        version={row.version}
      />
      <Notice>
        <p>{t('payment.correct.text', { number: row.number })}</p>
      </Notice>
      {open.length > 0 && (
        <>
          <OpenAttempts rows={open} />
          <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />
        </>
      )}
      <FieldRow>
        <MoneyField of={fields.amount} label={t('payment.amount')} focused />
        <MoneyField of={fields.given} label={t('payment.given')} />
      </FieldRow>
      {left && <CheckboxField of={fields.keep_rest} label={t('family.keep_rest')} />}
      <MethodField of={fields.method} />
      <ReferenceFields fields={fields} hint={t('counter.reference_hint')} />
      <CheckboxGroup
        of={fields.invoice}
        label={t('payment.correct.invoices')}
        hint={t('payment.correct.invoices_hint')}
        optional={false}
        options={invoices.map(({ id, number, student, balance_sen }) => ({
          value: id,
          label: t('payment.correct.invoice', { number, student, amount: formatRinggit(balance_sen) }),
        }))}
      />
      <ReasonField of={fields.reason} words="payment.correct.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
