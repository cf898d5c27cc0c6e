import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { stepForms } from '#app/domain/platform/registrations/registration.ts'
import { answerStep } from '#app/server/front/answer-step.ts'
import { typedStep } from '#app/server/front/at-step.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { StepForm, StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** Whom we write to. */
export const handle = { access: 'guest', title: 'front.steps.contact', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { page, typed, checked } = await typedStep(args, 'contact')
  return { page, typed, checked }
}

export const action = (args: ActionFunctionArgs) => answerStep(args, 'contact')

export default function ContactStep() {
  const { page, typed, checked } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(stepForms.contact, useActionData<typeof action>() ?? checked, typed)
  return (
    <StepPage page={page} hint={t('front.contact_hint')}>
      <StepForm form={form}>
        <TextField of={fields.contact_name} label={t('front.contact_name')} autoComplete="name" />
        <TextField
          of={fields.contact_phone}
          label={t('front.contact_phone')}
          hint={t('auth.phone_hint')}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          of={fields.contact_email}
          label={t('front.contact_email')}
          hint={t('front.contact_email_hint')}
          type="email"
          autoComplete="email"
          spellCheck={false}
        />
      </StepForm>
    </StepPage>
  )
}
