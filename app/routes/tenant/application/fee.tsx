import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#app/domain/core/dates.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { applicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { isOwed, receiveFee, registrationFee } from '#app/domain/enrolment/applications/registration-fee.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { feeForm } from '#app/domain/payments/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { backdateDaysOf } from '#app/server/payments/backdate.ts'
import { recordedAt } from '#app/server/payments/recorded.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { TakenFields } from '#app/ui/payments/payment/TakenFields.tsx'
import { newId } from '#db/id.ts'

/** The registration fee of an application that comes in at the counter or on the bank statement. */
export const handle = { access: 'payment.record', title: 'application.fee_receive' } satisfies Handle

const missing = 'not_found.application'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { today, actor } = context
  const id = idOf(params, missing)
  const db = await context.read()
  const keys = keysOf(context)
  const row = await applicationRow(db, context.scope('payment.record'), keys, actor.roles, id)
  const fee = await registrationFee(db, keys, id, today)
  const { number, version, parents } = row
  const due_sen = row.status === 'pending' && isOwed(fee) ? fee!.due_sen : 0
  return {
    ...{ id, number, version, payer: parents[0]?.name ?? '', today },
    owed: { sen: due_sen, cash_sen: await cashAmount(db, due_sen) },
    ...{ earliest: addDays(today, -backdateDaysOf(context)), form_key: newId() },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, feeForm, async ({ trx, actor, context, today }, { version, ...input }) => {
    const at = { id: idOf(args.params, missing), version }
    const rules = { scope: context.scope('payment.record'), today, backdate_days: backdateDaysOf(context) }
    const { number } = await receiveFee(trx, actor, keysOf(context), at, { ...input, version }, rules)
    return recordedAt(trx, paths.application.view(at.id), number)
  })

export default function ReceiveFee() {
  const { id, number, version, payer, owed, today, earliest, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(feeForm, useActionData<typeof action>(), {
    ...{ method: 'cash', amount: plainRinggit(owed.sen), paid_on: today, version, form_key },
  })
  const back = { label: number, href: paths.application.view(id) }
  if (owed.sen === 0) {
    return (
      <ViewPage title={t('application.fee_receive')} back={back}>
        <Notice tone="warning">
          <p>{t('refusal.application.fee_none')}</p>
        </Notice>
      </ViewPage>
    )
  }
  return (
    <EditPage
      title={t('application.fee_receive')}
      subtitle={t('application.fee_hint')}
      back={back}
      form={form}
      noun="payment"
      submit={t('payment.record.submit')}
    >
      <TakenFields fields={fields} owed={owed} payer={payer} days={{ today, earliest, issued_on: today }} />
      <HiddenField of={fields.version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
