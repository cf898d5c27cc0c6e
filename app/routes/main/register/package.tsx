import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { offers } from '#app/domain/platform/packages/find-packages.ts'
import { stepForms } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { answerStep } from '#app/server/front/answer-step.ts'
import { typedStep } from '#app/server/front/at-step.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { useCosts, useExtent } from '#app/ui/platform/front/Offers.tsx'
import { StepForm, StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** Which package it shall be; only what is on offer. */
export const handle = { access: 'guest', title: 'front.steps.package', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { page, typed, checked } = await typedStep(args, 'package')
  const offered = await offers(await args.context.read())
  return { page, typed, checked, offered }
}

export const action = (args: ActionFunctionArgs) =>
  answerStep(args, 'package', async ({ package_id }) => {
    const offered = await offers(await args.context.read())
    if (!offered.some(({ id }) => id === package_id)) throw new Refusal('entity.package_gone', 'package_id')
  })

export default function PackageStep() {
  const { page, typed, checked, offered } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const costs = useCosts()
  const extent = useExtent()
  const [form, fields] = useFormOf(stepForms.package, useActionData<typeof action>() ?? checked, typed)
  return (
    <StepPage page={page}>
      <StepForm form={form}>
        <RadioGroup
          of={fields.package_id}
          label={t('front.package_id')}
          options={offered.map((offer) => ({
            ...{ value: offer.id, label: offer.name },
            hint: [costs(offer), ...extent(offer)].join(' · '),
          }))}
        />
        <p>
          <a href={paths.front.packages()}>{t('front.compare')}</a>
        </p>
      </StepForm>
    </StepPage>
  )
}
