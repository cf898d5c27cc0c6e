import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ownInForce } from '#app/domain/core/help/legal-versions.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { countSubmission, ownChildren } from '#app/domain/enrolment/online-registration/submit.ts'
import { paths } from '#app/paths.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { agreeAndProve, handIn } from '#app/server/register/hand-in.ts'
import { pageBefore, placeInSteps, withDraft } from '#app/server/register/registering.ts'
import { isProven, reachedPhone, reviewed } from '#app/server/register/reviewed.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CheckboxField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import {
  ProblemList,
  ProvePhone,
  ReviewClasses,
  ReviewEstimate,
  ReviewPapers,
  ReviewPeople,
} from '#app/ui/enrolment/register/Review.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'
import { newId } from '#db/id.ts'

/** All that a family has given, with links to change it, what it will cost, and the consent. */
export const handle = { access: 'guest', title: 'register.steps.review', look: 'public' } satisfies Handle

export const headers = unlisted

const handInForm = z.object({
  consent: z.literal('on', 'register.consent'),
  version: z.coerce.number().int(),
  channel: z.string().optional(),
  form_key: z.uuid().optional(),
})

export async function loader(args: LoaderFunctionArgs) {
  const known = await withDraft(args)
  const { draft, form, own } = known
  const left = own ? await ownChildren(await args.context.read(), own.id) : []
  const chosen = new Set(known.answers.students.map(({ student_id }) => student_id))
  return {
    ...(await reviewed(args.context, known)),
    step: placeInSteps(known, 'review'),
    ...{ back: pageBefore(known, 'review'), until: draft.expires_at, version: draft.version },
    offered: left.filter(({ id }) => !chosen.has(id)).map(({ id, name }) => ({ id, name })),
    terms: form.terms,
    legal: await ownInForce(await args.context.read(), args.context.today),
    form_key: newId(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const known = await withDraft(args)
  return answerForm(args, handInForm, async ({ version, channel }) => {
    if (known.proves && !isProven(known)) {
      const { isOpenToHandIn } = await reviewed(context, known)
      if (!isOpenToHandIn) throw new Refusal('register.incomplete')
      return agreeAndProve(args, known, version, channel)
    }
    const submission = await submissionOf(args)
    if (!known.staff) await countSubmission(context.write, context.actor.ip, reachedPhone(known))
    return context.write((trx) =>
      answerOnce(trx, submission, async () => {
        await handIn(trx, context, known, version)
        return redirect(paths.register.done())
      }),
    )
  })
}

export default function ReviewStep() {
  const { step, back, until, version, terms, legal, form_key, problems, phone, isOpenToHandIn, ...told } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { free, offered } = told
  const [form, fields] = useFormOf(handInForm, useActionData<typeof action>(), {
    version: String(version),
    form_key,
  })
  const proves = phone && !phone.isProven ? phone : null
  return (
    <StepPage place={step} back={back} until={until}>
      <ProblemList problems={problems} />
      <ReviewPeople {...told} />
      <ReviewClasses {...told} />
      <ReviewPapers {...told} />
      <ReviewEstimate {...told} />
      {free && (
        <Section title={t('register.another_child')}>
          <div className="actions">
            {offered.map(({ id, name }) => (
              <PostButton key={id} action={paths.register.studentAdd()} fields={{ student_id: id }}>
                {t('register.add_own', { name })}
              </PostButton>
            ))}
            <LinkButton href={paths.register.student(free)}>{t('register.add_another')}</LinkButton>
          </div>
        </Section>
      )}
      <Section title={t('register.consent_title')} id="hand-in">
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="register" />
          <p>{t('register.consent_text')}</p>
          <ConsentLinks papers={legal} />
          {terms
            .split('\n')
            .filter(Boolean)
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
          <CheckboxField
            of={fields.consent}
            label={t(terms || legal.terms ? 'register.consent_terms' : 'register.consent')}
            optional={false}
          />
          {proves && <ProvePhone {...proves} of={fields.channel} />}
          <HiddenField of={fields.version} value={String(version)} />
          <HiddenField of={fields.form_key} />
          <SubmitButton disabled={!isOpenToHandIn}>{t('register.hand_in')}</SubmitButton>
          {!isOpenToHandIn && <p className="quiet small">{t('register.hand_in_later')}</p>}
        </form>
      </Section>
    </StepPage>
  )
}

/** The privacy notice in force, and the organisation's terms where it has some; in a tab of their own, so that nothing typed is lost. */
function ConsentLinks({ papers }: { papers: { privacy?: string; terms?: string } }) {
  const { t } = useTranslation()
  const link = (slug: 'privacy' | 'terms', words: string) => (
    <li>
      <a href={paths.help_page.paper('legal', slug)} target="_blank" rel="noopener">
        {words}
      </a>
    </li>
  )
  return (
    <ul>
      {link('privacy', t(papers.privacy ? 'own_legal.papers.privacy' : 'own_legal.operator.privacy'))}
      {papers.terms && link('terms', t('own_legal.papers.terms'))}
    </ul>
  )
}
