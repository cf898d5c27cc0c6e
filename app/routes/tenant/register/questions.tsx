import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { familyQuestions } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { pageFrom, placeInSteps, withDraft } from '#app/server/register/registering.ts'
import { drawn, errorsOf, saveTypedPage } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TypedForm } from '#app/ui/enrolment/register/AnswerFields.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** What the organisation itself asks of a family. */
export const handle = { access: 'guest', title: 'register.steps.questions', look: 'public' } satisfies Handle

export const headers = unlisted

async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const known = await withDraft(args)
  return { known, fields: familyQuestions(known.form), demands: { today: args.context.today } }
}

export async function loader(args: LoaderFunctionArgs) {
  const { known, fields, demands } = await asked(args)
  const typed = known.answers.family
  const checks = new URL(args.request.url).searchParams.has('check')
  return {
    ...{ typed, version: known.version, until: known.draft.expires_at, today: demands.today },
    ...{
      step: placeInSteps(known, 'questions'),
      back: pageFrom(known, 'questions', -1),
      fields: fields.map(drawn),
    },
    errors: checks ? errorsOf(fields, typed, demands) : {},
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, fields, demands } = await asked(args)
  return saveTypedPage(args, known, {
    ...{ part: 'family', fields, demands },
    change: (answers, typed) => ({ ...answers, family: { ...answers.family, ...typed } }),
    next: () => pageFrom(known, 'questions', 1),
  })
}

export default function QuestionsStep() {
  const { typed, errors, back, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? { typed, errors }
  return (
    <StepPage place={page.step} back={back} until={page.until}>
      <TypedForm noun="student" {...page} answer={answer} />
    </StepPage>
  )
}
