import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { askForRefund, refundablePayments } from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import { creditRefundForm, refundMethods } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { familyBalance, reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  HiddenField,
  MoneyField,
  RadioGroup,
  ReasonField,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** How much of what the family of the address has as credit goes back to it, and where to. */
export const handle = { access: 'credit_refund.request', title: 'credit_refund.new' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const scope = context.scope('credit_refund.request')
  const row = await reachedParent(db, scope, id)
  const [balance, payments] = await Promise.all([familyBalance(db, scope, id), refundablePayments(db, id)])
  return { row, ...balance, payments, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    creditRefundForm,
    async ({ trx, actor, context }, input) => {
      const parent_id = idOf(args.params, 'not_found.parent')
      const scope = context.scope('credit_refund.request')
      const { id, name } = await askForRefund(trx, actor, scope, keysOf(context), parent_id, input)
      return redirectWith(paths.credit_refund.view(id), 'credit_refund_requested', { name })
    },
    { secrets: ['account_number'] },
  )

export default function AskForRefund() {
  const { row, owed_sen, credit_sen, reserved_sen, payments, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const offered = refundMethods.filter((method) => method !== 'chip' || payments.length > 0)
  const answer = useActionData<typeof action>()
  const free_sen = credit_sen - reserved_sen
  const [form, fields] = useFormOf(creditRefundForm, answer, {
    ...(free_sen > 0 ? { amount: plainRinggit(free_sen) } : {}),
    ...{ method: 'bank_transfer', payee_name: row.name, form_key },
  })
  const back = { label: t('family.of', { name: row.name }), href: paths.family.view(row.id) }
  return (
    <EditPage
      title={t('credit_refund.new')}
      subtitle={back.label}
      back={back}
      form={form}
      noun="credit_refund"
      submit={t('credit_refund.ask')}
    >
      <p>{t('credit_refund.new_text')}</p>
      <Facts
        items={[
          { label: t('family.credit'), value: formatRinggit(credit_sen) },
          reserved_sen > 0 && {
            label: t('family_credit.reserved_sen'),
            value: formatRinggit(reserved_sen),
          },
          // Credit could pay it instead.
          owed_sen > 0 && { label: t('family.open'), value: formatRinggit(owed_sen) },
        ]}
      />
      <MoneyField of={fields.amount} label={t('credit_refund.amount_sen')} />
      <RadioGroup
        of={fields.method}
        label={t('credit_refund.method')}
        options={offered.map((value) => ({
          value,
          label: t(`payment.methods.${value}`),
          hint: t(`credit_refund.method_hints.${value}`),
        }))}
      />
      {payments.length > 0 && (
        <SelectField
          of={fields.payment_id}
          label={t('credit_refund.payment')}
          hint={t('credit_refund.payment_hint')}
          blank={t('common.none')}
          optional
          options={payments.map(({ id, number, paid_on, left_sen }) => ({
            value: id,
            label: t('credit_refund.payment_choice', {
              number,
              date: formatDate(paid_on, locale),
              amount: formatRinggit(left_sen),
            }),
          }))}
        />
      )}
      <TextField
        of={fields.payee_name}
        label={t('credit_refund.payee_name')}
        hint={t('credit_refund.payee_hint')}
        autoComplete="off"
      />
      <TextField
        of={fields.bank_name}
        label={t('credit_refund.bank_name')}
        hint={t('credit_refund.bank_hint')}
        autoComplete="off"
      />
      <TextField
        of={fields.account_number}
        label={t('credit_refund.account_number')}
        hint={t(answer ? 'credit_refund.account_again' : 'credit_refund.account_hint')}
        width="medium"
        inputMode="numeric"
        autoComplete="off"
      />
      <ReasonField of={fields.reason} words="credit_refund.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
