import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import { openAttempts } from '#app/domain/billing/invoices/find-invoices.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { parseRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { familyPaymentForm } from '#app/domain/payments/payments/payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { familyHead, invoicesToPay, openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { backdateDaysOf } from '#app/server/payments/backdate.ts'
import { recordedAt } from '#app/server/payments/recorded.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { CheckboxField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { OpenAttempts } from '#app/ui/payments/payment/Attempts.tsx'
import { ShareFields } from '#app/ui/payments/payment/ShareFields.tsx'
import { TakenFields } from '#app/ui/payments/payment/TakenFields.tsx'
import { newId } from '#db/id.ts'

/** `?invoice=…&invoice=…`: what is paid at once; all that is open, and that no bank is busy with, when it says none. `amount`: what has come. */
export const handle = { access: 'payment.record', title: 'payment.record.title' } satisfies Handle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment.record')
  const id = idOf(params, 'not_found.parent')
  const { searchParams } = new URL(request.url)
  const db = await context.read()
  const head = await familyHead(db, scope, id)
  const ids = chosenIn(searchParams)
  const rows = ids.length > 0 ? await invoicesToPay(db, scope, id, ids, context.today) : []
  if (ids.length === 0) {
    const all = await openInvoicesOf(db, scope, id, context.today)
    const free = all.filter((row) => row.status !== 'pending')
    const asked = (free.length > 0 ? free : all).slice(0, mostPaidAtOnce).map((row) => row.id)
    if (asked.length > 0) throw redirect(paths.family.payAll(id, asked))
  }
  const due_sen = rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  return {
    head: { id, name: head.name },
    rows,
    owed: { sen: due_sen, cash_sen: await cashAmount(db, due_sen) },
    lines: linesFor(rows, searchParams.get('amount') ?? ''),
    open:
      rows.length > 0
        ? await openAttempts(
            db,
            rows.map((row) => row.id),
          )
        : [],
    today: context.today,
    earliest: addDays(context.today, -backdateDaysOf(context)),
    form_key: newId(),
  }
}

/** Refuses (not_found.invoice) what is no id, or more of them than one payment pays. */
function chosenIn(query: URLSearchParams): string[] {
  const ids = z.array(z.uuid()).max(mostPaidAtOnce).safeParse(query.getAll('invoice'))
  if (!ids.success) throw new Refusal('not_found.invoice')
  return [...new Set(ids.data)]
}

/** What has come goes to the oldest first; without an amount, or with none that could be, each invoice gets what it owes. */
function linesFor(rows: Awaited<ReturnType<typeof invoicesToPay>>, typed: string) {
  const due_sen = rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const parsed = parseRinggit(typed)
  const isMoney = 'sen' in parsed && parsed.sen > 0
  const money_sen = isMoney ? parsed.sen : due_sen
  const owing = rows.map(({ id, balance_sen }) => ({ id, balance_sen, status: 'unpaid' }))
  const { allocations } = allocate(money_sen, owing)
  const of = (id: string) => allocations.find(({ invoice_id }) => invoice_id === id)?.amount_sen ?? 0
  return {
    // What is no amount stays as it was typed, so that its field says so.
    money: isMoney || typed.trim() === '' ? plainRinggit(money_sen) : typed.slice(0, 20),
    each: rows.map(({ id }) => ({ invoice_id: id, amount: of(id) > 0 ? plainRinggit(of(id)) : '' })),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, familyPaymentForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    const scope = context.scope('payment.record')
    await familyHead(trx, scope, id)
    const rules = { scope, today, backdate_days: backdateDaysOf(context), by_hand: true }
    const { payment_id, number } = await recordFamilyPayment(trx, actor, id, input, rules)
    return recordedAt(trx, paths.payment.view(payment_id), number)
  })

export default function PayFamily() {
  const { head, rows, owed, lines, open, today, earliest, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(familyPaymentForm, useActionData<typeof action>(), {
    method: 'cash',
    amount: lines.money,
    paid_on: today,
    lines: lines.each,
    form_key,
  })
  const title = t('payment.record.title')
  const back = { label: t('family.of', { name: head.name }), href: paths.family.view(head.id) }
  if (rows.every(({ balance_sen }) => balance_sen === 0)) {
    return (
      <ViewPage title={title} back={back}>
        <Notice tone="warning">
          <p>{t('family.nothing_open')}</p>
        </Notice>
      </ViewPage>
    )
  }
  const doubtful = open.length > 0 || rows.some(({ status }) => status === 'pending')
  const left = fields.keep_rest.errors !== undefined || fields.keep_rest.initialValue !== undefined
  const issued_on = rows.reduce(
    (latest, one) => ((one.issued_on ?? '') > latest ? one.issued_on! : latest),
    '',
  )
  return (
    <EditPage
      title={title}
      subtitle={back.label}
      back={back}
      form={form}
      noun="payment"
      nameOf={(field) => numberOf(field, rows)}
      submit={t('payment.record.submit')}
    >
      {doubtful && (
        <>
          <OpenAttempts rows={open} />
          <CheckboxField of={fields.despite_attempt} label={t('payment.despite_attempt')} />
        </>
      )}
      <TakenFields
        fields={fields}
        owed={owed}
        payer={head.name}
        days={{ today, earliest, issued_on: issued_on || today }}
      />
      <ShareFields rows={rows} of={fields.lines} />
      {left && <CheckboxField of={fields.keep_rest} label={t('family.keep_rest')} />}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

/** `lines[2].amount` is about the third invoice. */
function numberOf(field: string, rows: readonly { number: string | null }[]): string | undefined {
  const index = /^lines\[(\d+)\]/.exec(field)?.[1]
  return index === undefined ? undefined : (rows[Number(index)]?.number ?? undefined)
}
