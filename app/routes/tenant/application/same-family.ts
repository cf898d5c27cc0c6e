import { redirect } from '@remix-run/node'
import { answerSameFamily, sameFamilyForm } from '#app/domain/enrolment/applications/same-family.ts'
import { paths } from '#app/paths.ts'
import { decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Whether a parent of an application is the one on file with the same phone or e-mail address. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
} satisfies Handle

export const loader = () => redirect(paths.application.list())

export const action = rowVerb(
  sameFamilyForm,
  'not_found.application',
  paths.application.view,
  async ({ trx, actor, context }, { id, ...answer }) => {
    const scope = await decidingScope(context, trx)
    const keys = keysOf(context)
    const name = await answerSameFamily(trx, actor, scope, keys, id, answer)
    const said = answer.answer === 'same' ? 'application_family_same' : 'application_family_new'
    return redirectWith(paths.application.view(id), said, { name })
  },
)
