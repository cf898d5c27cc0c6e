import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  changeRegistrationForm,
  choiceLines,
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

export const handle = {
  access: 'registration_setting.edit',
  title: 'registration_form.question',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { form, version } = await registrationForm(await context.read())
  const question = questionsOf(form).find(({ id }) => id === params.id)
  if (!question) throw new Refusal('not_found.question')
  const { id, kind, of, label, required } = question
  return {
    ...{ id, kind, of, label, choices: choiceLines(question), required: required ? 'on' : '' },
    version: String(version),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, questionForm, async ({ trx, actor }, { version, ...input }) => {
    await changeRegistrationForm(trx, actor, version, (setting) => {
      if (!questionsOf(setting).some(({ id }) => id === args.params.id))
        throw new Refusal('not_found.question')
      const changed = questionOf(args.params.id!, { version, ...input }, setting.default_locale)
      return { questions: setting.questions.map((one) => (one.id === changed.id ? changed : one)) }
    })
    return redirectWith(paths.setting.registration(), 'registration_form_saved')
  })

export default function EditQuestion() {
  return <QuestionPage row={useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()} />
}
