import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { signedQuery } from '#app/domain/core/signatures/signed-paper.ts'
import { signerOf } from '#app/domain/core/signatures/signing-keys.ts'
import { checkForm, findPaper } from '#app/domain/payments/verification/check-paper.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** For who holds a receipt or an invoice on paper and cannot scan its code: from its number and check code to its page. */
export const handle = { access: 'guest', title: 'verify.title', look: 'public' } satisfies Handle

export function action(args: ActionFunctionArgs) {
  const { write, actor, services } = args.context
  return answerForm(args, checkForm, async (input) => {
    const { public_code, facts } = await findPaper(write, services.ring, actor.ip, input)
    return redirect(paths.verify.paper(public_code) + signedQuery(signerOf(services.ring), facts))
  })
}

export default function VerifyPage() {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(checkForm, useActionData<typeof action>(), { number: '', check_code: '' })
  const typed = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
  return (
    <NarrowFrame>
      <h1>{t('verify.title')}</h1>
      <p>{t('verify.hint')}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="verify" />
        <TextField of={fields.number} label={t('verify.number')} {...typed} />
        <TextField
          of={fields.check_code}
          label={t('verify.check_code')}
          hint={t('verify.check_code_hint')}
          width="medium"
          {...typed}
        />
        <SubmitButton>{t('verify.go')}</SubmitButton>
      </form>
      <p>
        <a href={paths.verify.keys()}>{t('verify.keys')}</a>
      </p>
    </NarrowFrame>
  )
}
