import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockDraft } from '#app/domain/enrolment/online-registration/drafts.ts'
import { countSubmission, submitRegistration } from '#app/domain/enrolment/online-registration/submit.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { pageFrom, placeInSteps, withDraft } from '#app/server/register/registering.ts'
import { isProven, reachedPhone, reviewed } from '#app/server/register/reviewed.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CheckboxField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import {
  ProblemList,
  ProvePhone,
  ReviewPapers,
  ReviewPeople,
  ReviewPrice,
} from '#app/ui/enrolment/register/Review.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'
import { newId } from '#db/id.ts'

/** Everything that a family has told, with the way to change it, what it will come to, and the consent. */
export const handle = { access: 'guest', title: 'register.steps.review', look: 'public' } satisfies Handle

export const headers = unlisted

const handInForm = z.object({
  consent: z.literal('on', 'register.consent'),
  version: z.coerce.number().int(),
  form_key: z.uuid().optional(),
})

export async function loader(args: LoaderFunctionArgs) {
  const known = await withDraft(args)
  const { draft, form } = known
  return {
    ...(await reviewed(args.context, known)),
    step: placeInSteps(known, 'review'),
    ...{ back: pageFrom(known, 'review', -1), until: draft.expires_at, version: draft.version },
    terms: form.terms,
    form_key: newId(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const known = await withDraft(args)
  const { form, seeker, proves, staff } = known
  const keys = keysOf(context)
  return answerForm(args, handInForm, async ({ version }) => {
    const submission = await submissionOf(args)
    const { actor, locale, today } = context
    const inEach = (key: string) =>
      Object.fromEntries(locales.map((one) => [one, i18nOf(one, context.labels).t(key)]))
    const yesNo = { yes: inEach('common.yes'), no: inEach('common.no') }
    if (!staff) await countSubmission(context.write, actor.ip, reachedPhone(known))
    return context.write((trx) =>
      answerOnce(trx, submission, async () => {
        const held = await lockDraft(trx, keys, seeker)
        if (held.application_id === null) {
          if (held.version !== version) throw new Refusal('register.changed')
          const proof = !proves ? 'none' : isProven({ ...known, draft: held }) ? 'given' : 'demanded'
          const told = { form, draft: held, staff, locale, today, proof, yesNo } as const
          await submitRegistration(trx, actor, keys, told)
        }
        return redirect(paths.register.done())
      }),
    )
  })
}

export default function ReviewStep() {
  const { step, back, until, version, terms, form_key, problems, phone, isOpenToHandIn, ...told } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(handInForm, useActionData<typeof action>(), {
    version: String(version),
    form_key,
  })
  return (
    <StepPage place={step} back={back} until={until}>
      <ProblemList problems={problems} />
      <ReviewPeople {...told} />
      <ReviewPapers papers={told.papers} />
      <ReviewPrice {...told} />
      {phone && !phone.isProven ? (
        <ProvePhone {...phone} />
      ) : (
        <Section title={t('register.consent_title')} id="hand-in">
          <form method="post" id={form.id} className="fields" noValidate>
            <ErrorSummary form={form} noun="register" />
            <p>{t('register.consent_text')}</p>
            {terms.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
              <p key={index}>{line}</p>
            ))}
            <CheckboxField
              of={fields.consent}
              label={t(terms ? 'register.consent_terms' : 'register.consent')}
              optional={false}
            />
            <HiddenField of={fields.version} value={String(version)} />
            <HiddenField of={fields.form_key} />
            <SubmitButton disabled={!isOpenToHandIn}>{t('register.hand_in')}</SubmitButton>
          </form>
        </Section>
      )}
    </StepPage>
  )
}
