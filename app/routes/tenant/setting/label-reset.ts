import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { labelResetForm } from '#app/domain/core/labels/label.ts'
import { resetLabels } from '#app/domain/core/labels/tenant-labels.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Back to the product's words: one, or all of a language. */
export const handle = { access: 'label.edit' } satisfies Handle

export const loader = () => redirect(paths.setting.label())

export const action = async (args: ActionFunctionArgs) => {
  const answer = await submitVerb(
    args,
    labelResetForm,
    paths.setting.label(),
    async ({ trx, actor }, input) => {
      await resetLabels(trx, actor, input.locale, input.key, input.version)
      return redirectWith(paths.setting.label({ locale: input.locale }), 'label_reset')
    },
  )
  args.context.labelsChanged()
  return answer
}
