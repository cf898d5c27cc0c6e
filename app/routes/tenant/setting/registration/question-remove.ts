import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import {
  changeRegistrationForm,
  oneQuestion,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** It is asked no more; what was answered stays readable. */
export const handle = { access: 'registration_setting.edit' } satisfies Handle

export const loader = () => redirect(paths.setting.registration())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, oneQuestion, paths.setting.registration(), async ({ trx, actor }, { id, version }) => {
    await changeRegistrationForm(trx, actor, version, ({ questions }) => ({
      questions: questions.map((one) => (one.id === id ? { ...one, removed: true } : one)),
    }))
    return redirectWith(paths.setting.registration(), 'registration_form_saved')
  })
