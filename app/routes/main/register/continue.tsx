import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { publicCode } from '#app/domain/payments/payments/payment.ts'
import { typedCode } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { draftByCode } from '#app/server/front/at-step.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** Goes on with a registration that was begun, by the code that its pages show. */
export const handle = {
  access: 'guest',
  title: 'front.resume_title',
  look: 'public',
  statuses: false,
} satisfies Handle

const resumeForm = z.object({ code: typedCode })

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, resumeForm, async ({ code }) => {
    if (!publicCode.safeParse(code).success) throw new Refusal('not_found.draft', 'code')
    await draftByCode(args.context, code, 'code')
    return redirect(paths.front.resume(code))
  })
}

export default function Continue() {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(resumeForm, useActionData<typeof action>(), { code: '' })
  return (
    <NarrowFrame>
      <header>
        <a className="back" href={paths.front.start()}>
          {t('front.begin_title')}
        </a>
        <h1>{t('front.resume_title')}</h1>
      </header>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="front" />
        <TextField
          of={fields.code}
          label={t('front.code')}
          hint={t('front.code_hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton>{t('front.go_on')}</SubmitButton>
      </form>
    </NarrowFrame>
  )
}
