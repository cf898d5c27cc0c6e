import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { answered, stepForms } from '#app/domain/platform/registrations/registration.ts'
import { refuseSubdomainTaken } from '#app/domain/platform/registrations/subdomain-free.ts'
import { environment } from '#app/environment.ts'
import { answerStep } from '#app/server/front/answer-step.ts'
import { typedStep } from '#app/server/front/at-step.ts'
import { whyTaken } from '#app/server/front/reviewed.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { StepForm, StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** The name in the organisation's address: why one cannot be had, or what the address would be. */
export const handle = { access: 'guest', title: 'front.steps.subdomain', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { page, typed, checked, draft } = await typedStep(args, 'subdomain')
  const known = answered(draft.answers, 'subdomain')
  const taken = known && (await whyTaken(await args.context.read(), known.subdomain))
  return {
    ...{ page, typed, checked, mainHost: environment.mainHost },
    address: known && !taken ? originOf(known, environment) : null,
    taken: taken ?? null,
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerStep(args, 'subdomain', async ({ subdomain }) =>
    refuseSubdomainTaken(await args.context.read(), subdomain),
  )

export default function SubdomainStep() {
  const { page, typed, checked, mainHost, address, taken } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(stepForms.subdomain, answer ?? checked, typed)
  return (
    <StepPage page={page} hint={t('front.subdomain_hint')}>
      {address && !answer && (
        <Notice tone="success" title={t('front.subdomain_free')}>
          <p>{t('front.subdomain_address', { address })}</p>
        </Notice>
      )}
      {taken && !answer && <Notice tone="error">{t(`refusal.${taken}`)}</Notice>}
      <StepForm form={form} stay={t('front.subdomain_check')}>
        <TextField
          of={fields.subdomain}
          label={t('front.subdomain')}
          hint={t('front.subdomain_rule')}
          suffix={`.${mainHost}`}
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          spellCheck={false}
        />
      </StepForm>
    </StepPage>
  )
}
