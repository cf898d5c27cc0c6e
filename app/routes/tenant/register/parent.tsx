import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentFields } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { withParent } from '#app/domain/enrolment/online-registration/draft.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import {
  atStep,
  isFromSummary,
  pageAfter,
  pageBefore,
  placeInSteps,
} from '#app/server/register/registering.ts'
import { drawn, errorsOf, saveTypedPage } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { TypedForm } from '#app/ui/enrolment/register/AnswerFields.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** The first parent, or the second one whom a family may add. */
export const handle = { access: 'guest', title: 'register.steps.parents', look: 'public' } satisfies Handle

export const headers = unlisted

/** Of the page that was asked for. Refuses not_found.page. */
async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const place = Number(args.params.place)
  if (place !== 1 && place !== 2) throw new Refusal('not_found.page')
  const known = await atStep(args)
  const fields = parentFields(known.form)
  const demands = { today: args.context.today, mobile: known.proves && place === 1 }
  const checks = isFromSummary(args.request)
  const back = checks ? paths.register.review() : pageBefore(known, 'parents', place)
  return { known, place, fields, demands, checks, back }
}

export async function loader(args: LoaderFunctionArgs) {
  const { known, place, fields, demands, checks } = await asked(args)
  const { own, answers, version, draft } = known
  // Who is signed in is on file, with a page of their own for changes.
  if (place === 1 && own) throw redirect(paths.register.start())
  const typed = answers.parents[place - 1] ?? {}
  return {
    ...{ place, typed, version, until: draft?.expires_at, today: demands.today },
    step: placeInSteps(known, 'parents'),
    fields: fields.map(drawn),
    errors: checks ? errorsOf(fields, typed, demands) : {},
    hasSecond: Object.values(answers.parents[1] ?? {}).some(Boolean),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, place, fields, demands, checks, back } = await asked(args)
  return saveTypedPage(args, known, {
    ...{ part: `parent.${place}` as const, fields, demands, back },
    change: (answers, typed) => withParent(answers, place, typed),
    next(pressed) {
      if (pressed === 'second') return paths.register.parent(2, checks ? { check: '1' } : {})
      return checks ? paths.register.review() : pageAfter(known, 'parents')
    },
  })
}

export default function ParentStep() {
  const { place, typed, errors, hasSecond, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? { typed, errors }
  const { t } = useTranslation()
  const second = { value: 'second', label: t('register.add_second') }
  return (
    <StepPage
      place={page.step}
      title={t(place === 2 ? 'register.second_parent' : 'register.about_you')}
      until={page.until}
    >
      <TypedForm
        noun="parent"
        {...page}
        answer={answer}
        other={place === 1 && !hasSecond ? second : undefined}
      />
      {place === 2 && hasSecond && (
        <PostButton action={paths.register.parentRemove()} look="link">
          {t('register.remove_second')}
        </PostButton>
      )}
    </StepPage>
  )
}
