import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  changeRegistrationForm,
  most,
  questionForm,
  questionOf,
  questionsOf,
  registrationForm,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { QuestionPage } from '#app/ui/enrolment/register/QuestionPage.tsx'
import { newId } from '#db/id.ts'

/** One more question of the organisation's own, ten at most. */
export const handle = {
  access: 'registration_setting.edit',
  title: 'registration_form.question_new',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { version } = await registrationForm(await context.read())
  return { version: String(version), kind: 'text', of: 'child', form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, questionForm, async ({ trx, actor }, { version, ...input }) => {
    const id = newId().slice(-12)
    await changeRegistrationForm(trx, actor, version, (setting) => {
      if (questionsOf(setting).length >= most.questions)
        throw new Refusal('registration_form.too_many', undefined, { most: most.questions })
      const question = questionOf(id, { version, ...input }, setting.default_locale)
      return { questions: [...setting.questions, question] }
    })
    return redirectWith(paths.setting.registration(), 'registration_form_saved')
  })

export default function NewQuestion() {
  return (
    <QuestionPage row={useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()} isNew />
  )
}
