import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/core/clock.ts'
import { traceAttempt, traceForm, traceToken } from '#app/domain/payments/payments/payer-lookup.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { MoneyField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** For whose account was debited and who has no receipt: from the bank's number and the amount to how it stands. */
export const handle = { access: 'guest', title: 'payment.trace.title', look: 'public' } satisfies Handle

export function action(args: ActionFunctionArgs) {
  const { context } = args
  return answerForm(args, traceForm, async (input) => {
    const id = await traceAttempt(context.write, context.actor.ip, input)
    return redirect(paths.trace.view(traceToken(keysOf(context), id, currentTime())))
  })
}

export default function TracePage() {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(traceForm, useActionData<typeof action>(), { id: '', amount: '' })
  return (
    <NarrowFrame>
      <h1>{t('payment.trace.title')}</h1>
      <p>{t('payment.trace.hint')}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="payment.trace" />
        <TextField
          of={fields.id}
          label={t('payment.trace.id')}
          hint={t('payment.trace.id_hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <MoneyField
          of={fields.amount}
          label={t('payment.trace.amount')}
          hint={t('payment.trace.amount_hint')}
        />
        <SubmitButton>{t('payment.trace.go')}</SubmitButton>
      </form>
    </NarrowFrame>
  )
}
