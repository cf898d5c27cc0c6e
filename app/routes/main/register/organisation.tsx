import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import { stepForms } from '#app/domain/platform/registrations/registration.ts'
import { answerStep } from '#app/server/front/answer-step.ts'
import { typedStep } from '#app/server/front/at-step.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import { SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { StepForm, StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** What is called how, and where it is. */
export const handle = { access: 'guest', title: 'front.steps.organisation', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { page, typed, checked } = await typedStep(args, 'organisation')
  return { page, typed, checked }
}

export const action = (args: ActionFunctionArgs) => answerStep(args, 'organisation')

export default function OrganisationStep() {
  const { page, typed, checked } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(stepForms.organisation, useActionData<typeof action>() ?? checked, typed)
  return (
    <StepPage page={page}>
      <StepForm form={form}>
        <TextField
          of={fields.organisation_name}
          label={t('front.organisation_name')}
          hint={t('front.organisation_name_hint')}
          autoComplete="organization"
        />
        <SelectField
          of={fields.organisation_type}
          label={t('front.organisation_type')}
          options={organisationTypes.map((value) => ({ value, label: t(`front.types.${value}`) }))}
        />
        <TextField
          of={fields.company_name}
          label={t('front.company_name')}
          hint={t('front.company_name_hint')}
        />
        <TextField
          of={fields.registration_number}
          label={t('front.registration_number')}
          hint={t('front.registration_number_hint')}
          spellCheck={false}
        />
        <AddressFields of={fields} noun="front" own />
      </StepForm>
    </StepPage>
  )
}
