import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { versionInForce } from '#app/domain/core/help/legal-versions.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { atStep, placeInSteps } from '#app/server/front/at-step.ts'
import { handInDraft } from '#app/server/front/hand-in.ts'
import { reviewed } from '#app/server/front/reviewed.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CheckboxField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { ReviewProblems, ReviewSections } from '#app/ui/platform/front/Review.tsx'
import { StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** Everything that was answered, what it costs, and the terms. */
export const handle = { access: 'guest', title: 'front.steps.review', look: 'public' } satisfies Handle

export const headers = unlisted

const handInForm = z.object({
  terms: z.literal('on', 'register.consent'),
  version: z.coerce.number().int(),
  agreed: z.string().max(20),
})

export async function loader(args: LoaderFunctionArgs) {
  const known = await atStep(args)
  const { draft } = known
  return {
    ...(await reviewed(args.context, draft)),
    ...{ page: placeInSteps(known, 'review'), version: draft.version },
    termsVersion: (await versionInForce(await args.context.read(), 'terms', args.context.today)) ?? '',
  }
}

export async function action(args: ActionFunctionArgs) {
  const { code } = await atStep(args)
  return answerForm(args, handInForm, async ({ version, agreed }) => {
    await handInDraft(args.context, code, version, agreed)
    return redirect(paths.front.done(code))
  })
}

export default function ReviewStep() {
  const { page, version, termsVersion, problems, ...told } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(handInForm, useActionData<typeof action>(), {
    version: String(version),
    agreed: termsVersion,
  })
  return (
    <StepPage page={page}>
      <ReviewProblems code={page.code} problems={problems} />
      <ReviewSections code={page.code} {...told} />
      <Section title={t('front.terms_title')} id="hand-in">
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="front" />
          <ul>
            {(['fees', 'money', 'data', 'truth', 'end'] as const).map((term) => (
              <li key={term}>{t(`front.terms_text.${term}`)}</li>
            ))}
          </ul>
          <CheckboxField
            of={fields.terms}
            label={t('front.terms_agree', { version: termsVersion })}
            optional={false}
          />
          <p>
            <a
              href={paths.help_page.paper('legal', 'terms', { version: termsVersion })}
              target="_blank"
              rel="noopener"
            >
              {t('front.terms')}
            </a>
          </p>
          <HiddenField of={fields.version} value={String(version)} />
          <HiddenField of={fields.agreed} value={termsVersion} />
          <SubmitButton disabled={problems.length > 0}>{t('front.hand_in')}</SubmitButton>
        </form>
      </Section>
      <ConfirmButton
        label={t('front.forget')}
        text={t('front.forget_question')}
        action={paths.front.forget(page.code)}
        confirm={t('front.forget_yes')}
      />
    </StepPage>
  )
}
