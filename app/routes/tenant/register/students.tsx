import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, isPlainDate } from '#app/domain/core/dates.ts'
import { childQuestions } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { freePlace } from '#app/domain/enrolment/online-registration/draft.ts'
import { ownChildren } from '#app/domain/enrolment/online-registration/submit.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { childrenOf } from '#app/server/register/children.ts'
import { atStep, pageFrom, placeInSteps } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** The children whom a family registers: one to ten, of whom some may be students here already. */
export const handle = { access: 'guest', title: 'register.steps.students', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const known = await atStep(args)
  const { answers, own, form, draft } = known
  const db = await context.read()
  const mine = own ? await ownChildren(db, own.id) : []
  const chosen = new Set(answers.students.map(({ student_id }) => student_id))
  const asks = childQuestions(form).length > 0
  return {
    step: placeInSteps(known, 'students'),
    ...{ next: pageFrom(known, 'students', 1), back: pageFrom(known, 'students', -1) },
    children: (await childrenOf(db, answers, context.t)).map((child) => ({
      ...child,
      isEdited: child.student_id === null || asks,
    })),
    offered: mine.filter(({ id }) => !chosen.has(id)),
    ...{ free: freePlace(answers), until: draft?.expires_at },
    subject: new URL(request.url).searchParams.get('subject') ?? '',
  }
}

export default function StudentsStep() {
  const { step, next, back, children, offered, free, until, subject } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <StepPage place={step} back={back} until={until} hint={t('register.students_hint')}>
      {children.length > 0 && (
        <ul className="facts">
          {children.map(({ place, name, born_on, isEdited }) => (
            <li key={place}>
              <div>
                {name}
                {born_on && isPlainDate(born_on) && (
                  <p className="quiet small">{formatDate(born_on, locale)}</p>
                )}
              </div>
              {isEdited ? (
                <a href={paths.register.student(place)}>{t('register.change')}</a>
              ) : (
                <PostButton
                  action={paths.register.studentRemove()}
                  look="link"
                  fields={{ place: String(place) }}
                >
                  {t('register.remove')}
                </PostButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {free && offered.length > 0 && (
        <section className="lead">
          <h2>{t('register.your_children')}</h2>
          {offered.map(({ id, name }) => (
            <PostButton key={id} action={paths.register.studentAdd()} fields={{ student_id: id, subject }}>
              {t('register.add_own', { name })}
            </PostButton>
          ))}
        </section>
      )}
      <p className="actions">
        {children.length > 0 && (
          <LinkButton href={next} look="primary">
            {t('register.go_on')}
          </LinkButton>
        )}
        {free ? (
          <LinkButton
            href={paths.register.student(free) + (subject && `?subject=${encodeURIComponent(subject)}`)}
            look={children.length > 0 ? 'plain' : 'primary'}
          >
            {t(children.length > 0 ? 'register.add_another' : 'register.add_child')}
          </LinkButton>
        ) : (
          <span className="quiet">{t('register.no_more_children')}</span>
        )}
      </p>
    </StepPage>
  )
}
