import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentFields } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { withParent } from '#app/domain/enrolment/online-registration/draft.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { atStep, pageFrom, placeInSteps } from '#app/server/register/registering.ts'
import { drawn, errorsOf, saveTypedPage } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TypedForm } from '#app/ui/enrolment/register/AnswerFields.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** The first parent, or the second one whom a family may add: on two pages, so that each is light and short. */
export const handle = { access: 'guest', title: 'register.steps.parents', look: 'public' } satisfies Handle

export const headers = unlisted

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** Of the page that was asked for. Refuses not_found.page. */
async function asked(args: Args) {
  const { pathname, searchParams } = new URL(args.request.url)
  const [place, more] = [Number(args.params.place), pathname.endsWith('/more')]
  if (place !== 1 && place !== 2) throw new Refusal('not_found.page')
  const known = await atStep(args)
  const fields = parentFields(known.form).filter(({ further = false }) => further === more)
  const demands = { today: args.context.today, mobile: known.proves && place === 1 }
  return { known, place, more, fields, demands, searchParams }
}

export async function loader(args: LoaderFunctionArgs) {
  const { known, place, more, fields, demands, searchParams } = await asked(args)
  const { own, answers, version, draft } = known
  if (more && fields.length === 0) throw redirect(paths.register.parent(place))
  const typed = answers.parents[place - 1] ?? {}
  return {
    ...{ place, more, typed, version, until: draft?.expires_at, today: demands.today },
    step: placeInSteps(known, 'parents'),
    fields: fields.map(drawn),
    errors: searchParams.has('check') ? errorsOf(fields, typed, demands) : {},
    own: place === 1 && own ? own.answers : undefined,
    hasSecond: Object.values(answers.parents[1] ?? {}).some(Boolean),
    next: pageFrom(known, 'parents', 1),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, place, more, fields, demands } = await asked(args)
  const hasFurther = parentFields(known.form).some(({ further }) => further)
  return saveTypedPage(args, known, {
    ...{ part: `parent.${place}` as const, fields, demands },
    change: (answers, typed) => withParent(answers, place, typed),
    next: (pressed) => {
      if (!more && hasFurther) return paths.register.parent(place, true)
      return pressed === 'second' ? paths.register.parent(2) : pageFrom(known, 'parents', 1)
    },
  })
}

export default function ParentStep() {
  const { place, more, typed, errors, own, hasSecond, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? { typed, errors }
  const { t } = useTranslation()
  const isLast = more || page.fields.every(({ further }) => !further)
  const title =
    place === 2 ? t('register.second_parent') : more ? t('register.more_of_you') : t('register.about_you')
  const back = more
    ? paths.register.parent(place)
    : place === 2
      ? paths.register.parent(1)
      : paths.register.start()
  return (
    <StepPage place={page.step} title={title} back={back} until={page.until}>
      {own ? (
        <>
          <Facts
            items={[
              { label: t('parent.name'), value: own.name },
              { label: t('parent.phone'), value: own.phone && unbrokenPhone(String(own.phone)) },
              { label: t('parent.email'), value: own.email },
            ]}
          />
          <p className="quiet">
            {t('register.own_hint')} <a href={paths.profile.edit()}>{t('register.own_change')}</a>
          </p>
          <p className="actions">
            <LinkButton href={page.next} look="primary">
              {t('register.go_on')}
            </LinkButton>
            <a href={paths.register.parent(2)}>{t('register.add_second_link')}</a>
          </p>
        </>
      ) : (
        <TypedForm
          noun="parent"
          {...page}
          answer={answer}
          other={
            place === 1 && isLast && !hasSecond
              ? { value: 'second', label: t('register.add_second') }
              : undefined
          }
        />
      )}
      {place === 2 && hasSecond && !more && (
        <PostButton action={paths.register.parentRemove()} look="link">
          {t('register.remove_second')}
        </PostButton>
      )}
    </StepPage>
  )
}
