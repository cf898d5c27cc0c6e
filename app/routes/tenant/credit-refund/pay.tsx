import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { instantIn } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { payRefund } from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import { payRefundForm } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { creditRefund, maskedRefundAccount } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { newId } from '#db/id.ts'

/** Writes down that the money of an approved refund has gone. */
export const handle = { access: 'credit_refund.pay', title: 'credit_refund.pay_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_refund')
  const db = await context.read()
  const row = await creditRefund(db, context.scope('credit_refund.pay'), id)
  const { parent, amount_sen, method, payee_name, bank_name, decided_at } = row
  return {
    row: { id, parent, amount_sen, method, payee_name, bank_name },
    cash_sen: method === 'cash' ? await cashAmount(db, amount_sen) : amount_sen,
    account: maskedRefundAccount(keysOf(context), id, row.account_number_sealed),
    earliest: decided_at ? instantIn(decided_at).slice(0, 10) : context.today,
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, payRefundForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.credit_refund')
    const scope = context.scope('credit_refund.pay')
    const { amount_sen, cash_sen, parent } = await payRefund(trx, actor, scope, id, { input, today })
    const words = { amount: formatRinggit(amount_sen), cash: formatRinggit(cash_sen), name: parent }
    const flash = cash_sen === amount_sen ? 'credit_refund_paid' : 'credit_refund_paid_rounded'
    return redirectWith(paths.credit_refund.view(id), flash, words)
  })

export default function PayCreditRefund() {
  const { row, cash_sen, account, earliest, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(payRefundForm, useActionData<typeof action>(), {
    paid_on: today,
    form_key,
  })
  const isTransfer = row.method === 'bank_transfer'
  return (
    <EditPage
      title={t('credit_refund.pay_title')}
      subtitle={row.parent}
      back={{ label: t('credit_refund.one'), href: paths.credit_refund.view(row.id) }}
      form={form}
      noun="credit_refund"
      submit={t('credit_refund.pay')}
    >
      <p>{t(isTransfer ? 'credit_refund.pay_text_transfer' : 'credit_refund.pay_text_cash')}</p>
      <Facts
        items={[
          { label: t('credit_refund.amount_sen'), value: formatRinggit(row.amount_sen) },
          cash_sen !== row.amount_sen && {
            label: t('credit_refund.in_cash'),
            value: t('credit_refund.in_cash_rounded', { cash: formatRinggit(cash_sen) }),
          },
          { label: t('credit_refund.method'), value: t(`payment.methods.${row.method}`) },
          { label: t('credit_refund.payee_name'), value: row.payee_name },
          isTransfer && { label: t('credit_refund.bank_name'), value: row.bank_name },
          isTransfer && {
            label: t('credit_refund.account_number'),
            value: (
              <>
                {account} <a href={paths.credit_refund.reveal(row.id)}>{t('credit_refund.reveal')}</a>
              </>
            ),
          },
        ]}
      />
      <DateField of={fields.paid_on} label={t('credit_refund.paid_on')} min={earliest} max={today} />
      <TextField
        of={fields.bank_reference}
        label={t(isTransfer ? 'credit_refund.bank_reference' : 'credit_refund.cash_reference')}
        optional={!isTransfer}
        autoComplete="off"
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
