import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openAttempts } from '#app/domain/billing/invoices/find-invoices.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { dueBy, recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { counterForm } from '#app/domain/payments/payments/payment.ts'
import { openSlips } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { openInvoiceColumns } from '#app/domain/people/families/family.ts'
import { familyHead, openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { CheckboxField, FieldRow, HiddenField, MoneyField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { OpenAttempts } from '#app/ui/payments/payment/Attempts.tsx'
import { MethodField, ReferenceFields } from '#app/ui/payments/payment/TakenFields.tsx'
import { SlipNotice } from '#app/ui/payments/transfer-slip/SlipNotice.tsx'
import { FamilySearch } from '#app/ui/people/family/FamilySearch.tsx'
import { newId } from '#db/id.ts'

/** What a family has to pay, and the shortest form that takes it: the cash that is handed over, and Enter. */
export const handle = { access: 'payment.record', title: 'counter.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment.record')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const { name, family_code } = await familyHead(db, scope, id)
  const rows = (await openInvoicesOf(db, scope, id, context.today)).slice(0, mostPaidAtOnce)
  const ids = rows.map((row) => row.id)
  const due_sen = dueBy(rows, context.today)
  const [open, slips, cash_sen] = await Promise.all([
    ids.length > 0 ? openAttempts(db, ids) : [],
    openSlips(db, ids),
    cashAmount(db, due_sen),
  ])
  return {
    family: { id, name, family_code },
    ...partsOf(rows, due_sen),
    today: context.today,
    ...{ open, slips, due_sen, cash_sen },
    mayConfirm: context.can('payment.confirm_slip'),
    form_key: newId(),
  }
}

/** The invoices that the amount pays, and those that are due later; both in the order of their due days. */
function partsOf<R extends { balance_sen: number }>(rows: readonly R[], due_sen: number) {
  let sum = 0
  const now = rows.filter(({ balance_sen }) => {
    sum += balance_sen
    return sum <= due_sen
  })
  const later = rows.slice(now.length)
  return { now, later, later_sen: later.reduce((sen, { balance_sen }) => sen + balance_sen, 0) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, counterForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    const scope = context.scope('payment.record')
    await familyHead(trx, scope, id)
    const { payment_id } = await recordAtCounter(trx, actor, id, input, { scope, today })
    return redirect(paths.counter.done(payment_id))
  })

export default function TakeAtCounter() {
  const { family, now, later, later_sen, open, slips, due_sen, cash_sen, mayConfirm, form_key, today } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(counterForm, useActionData<typeof action>(), {
    ...{ method: 'cash', amount: plainRinggit(due_sen), form_key },
  })
  const head = {
    title: family.name,
    subtitle: t('counter.family', { code: family.family_code }),
    back: { label: t('counter.title'), href: paths.counter.find() },
  }
  if (now.length === 0) {
    return (
      <ViewPage {...head}>
        <Notice>
          <p>{t('family.nothing_open')}</p>
        </Notice>
        <FamilySearch action={paths.counter.find()} label={t('counter.next')} focused />
      </ViewPage>
    )
  }
  const lastDue = now.at(-1)!.due_on
  const amountHint =
    lastDue <= today
      ? t('counter.amount_hint')
      : t('counter.amount_hint_by', { date: formatDate(lastDue, locale) })
  const doubtful = open.length > 0 || [...now, ...later].some(({ status }) => status === 'pending')
  const left = fields.keep_rest.errors !== undefined || fields.keep_rest.initialValue !== undefined
  return (
    <EditPage
      {...head}
      above={
        <Section title={t('counter.due', { amount: formatRinggit(due_sen) })}>
          <Table
            caption={t('family.open_invoices')}
            columns={openInvoiceColumns}
            rows={now}
            open={(row) => paths.invoice.view(row.id)}
            brief
          />
        </Section>
      }
      below={
        later.length > 0 && (
          <Section title={t('counter.later', { amount: formatRinggit(later_sen) })}>
            <Table
              caption={t('counter.later_invoices')}
              columns={openInvoiceColumns}
              rows={later}
              open={(row) => paths.invoice.view(row.id)}
              brief
            />
          </Section>
        )
      }
      keep={t('counter.another')}
      form={form}
      noun="counter"
      submit={t('counter.submit')}
    >
      {slips.length > 0 && (
        <>
          <SlipNotice slips={slips} mayConfirm={mayConfirm} />
          <CheckboxField of={fields.despite_slip} label={t('counter.despite_slip')} />
        </>
      )}
      {doubtful && (
        <>
          <OpenAttempts rows={open} />
          <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />
        </>
      )}
      <FieldRow>
        <MoneyField of={fields.amount} label={t('counter.amount')} hint={amountHint} />
        <MoneyField
          of={fields.given}
          label={t('counter.given')}
          hint={t(cash_sen === due_sen ? 'counter.given_hint' : 'counter.given_rounded', {
            amount: formatRinggit(cash_sen),
          })}
          focused
        />
      </FieldRow>
      {left && <CheckboxField of={fields.keep_rest} label={t('family.keep_rest')} />}
      <MethodField of={fields.method} />
      <ReferenceFields fields={fields} hint={t('counter.reference_hint')} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
