import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findToPay } from '#app/domain/payments/payments/payer-lookup.ts'
import { findToPayForm } from '#app/domain/payments/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** For who holds an invoice on paper: from its number and family code to its page, where it can be paid. */
export const handle = { access: 'guest', title: 'payment.find.title', look: 'public' } satisfies Handle

export function action(args: ActionFunctionArgs) {
  const { write, actor } = args.context
  return answerForm(args, findToPayForm, async (input) =>
    redirect(paths.invoice.status(await findToPay(write, actor.ip, input))),
  )
}

export default function PayPage() {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(findToPayForm, useActionData<typeof action>(), {
    number: '',
    family_code: '',
  })
  const typed = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
  return (
    <NarrowFrame>
      <h1>{t('payment.find.title')}</h1>
      <p>{t('payment.find.hint')}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="payment.find" />
        <TextField of={fields.number} label={t('payment.find.number')} {...typed} />
        <TextField
          of={fields.family_code}
          label={t('payment.find.family_code')}
          hint={t('payment.find.family_code_hint')}
          width="medium"
          {...typed}
        />
        <SubmitButton>{t('payment.find.go')}</SubmitButton>
      </form>
      <p>
        <a href={paths.login()}>{t('payment.find.sign_in')}</a>
      </p>
      <p>
        <a href={paths.trace.find()}>{t('payment.trace.link')}</a>
      </p>
    </NarrowFrame>
  )
}
