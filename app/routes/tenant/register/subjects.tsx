import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subjectsById } from '#app/domain/enrolment/online-registration/offered.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { childrenOf } from '#app/server/register/children.ts'
import { pageFrom, placeInSteps, withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { shortSeatWord } from '#app/ui/enrolment/register/offer-words.ts'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** The classes of each child, with the way to choose among all. */
export const handle = { access: 'guest', title: 'register.steps.subjects', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const known = await withDraft(args)
  const { answers, draft } = known
  if (answers.students.length === 0) throw redirect(paths.register.students())
  const db = await context.read()
  const ids = answers.students.flatMap(({ subjects }) => subjects)
  const [children, subjects] = await Promise.all([
    childrenOf(db, answers, context.t),
    subjectsById(db, context.today, ids, context.locale),
  ])
  return {
    step: placeInSteps(known, 'subjects'),
    ...{
      next: pageFrom(known, 'subjects', 1),
      back: pageFrom(known, 'subjects', -1),
      until: draft.expires_at,
    },
    children: children.map(({ place, name, subjects: chosen }) => ({
      ...{ place, name },
      chosen: chosen.map((id) => ({ id, subject: subjects.get(id) })),
    })),
  }
}

export default function SubjectsStep() {
  const { step, next, back, until, children } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const first = children.find(({ chosen }) => chosen.length === 0)
  return (
    <StepPage place={step} back={back} until={until}>
      {children.map(({ place, name, chosen }) => (
        <Section
          key={place}
          title={name}
          actions={chosen.length > 0 && <a href={paths.register.subjectsOf(place)}>{t('register.change')}</a>}
        >
          {chosen.length > 0 ? (
            <Entries
              items={chosen.map(({ subject }) => ({
                title: subject?.name ?? t('register.subject_gone'),
                meta: subject && [subject.program, subject.branch].join(' · '),
                status: <StatusBadge {...shortSeatWord(subject?.seats ?? 'closed', t)} />,
              }))}
            />
          ) : (
            <LinkButton
              href={paths.register.subjectsOf(place)}
              look={first?.place === place ? 'primary' : 'plain'}
            >
              {t('register.choose_for', { name })}
            </LinkButton>
          )}
        </Section>
      ))}
      {!first && (
        <p className="actions">
          <LinkButton href={next} look="primary">
            {t('register.go_on')}
          </LinkButton>
        </p>
      )}
    </StepPage>
  )
}
