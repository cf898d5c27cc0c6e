import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { bankChoices } from '#app/domain/organisation/entities/banks.ts'
import { stepForms } from '#app/domain/platform/registrations/registration.ts'
import { answerStep } from '#app/server/front/answer-step.ts'
import { typedStep } from '#app/server/front/at-step.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { StepForm, StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** Where the organisation's money goes. */
export const handle = { access: 'guest', title: 'front.steps.bank', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { page, typed, checked, kept, draft } = await typedStep(args, 'bank')
  const number = draft.answers.bank?.account_number ?? ''
  return {
    ...{ page, typed, checked },
    banks: bankChoices(typed.bank_code),
    kept: kept.length > 0 ? maskedAccount(number.trim()) : null,
  }
}

export const action = (args: ActionFunctionArgs) => answerStep(args, 'bank')

export default function BankStep() {
  const { page, typed, checked, banks, kept } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(stepForms.bank, useActionData<typeof action>() ?? checked, typed)
  return (
    <StepPage page={page} hint={t('front.bank_hint')}>
      <StepForm form={form}>
        <SelectField of={fields.bank_code} label={t('front.bank_code')} options={banks} />
        <TextField
          of={fields.account_name}
          label={t('front.account_name')}
          hint={t('front.account_name_hint')}
        />
        <TextField
          of={fields.account_number}
          label={t('front.account_number')}
          hint={kept ? t('front.account_number_kept', { number: kept }) : t('front.account_number_hint')}
          inputMode="numeric"
          autoComplete="off"
        />
      </StepForm>
    </StepPage>
  )
}
