import type { ActionFunctionArgs } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { subjects } from '#app/domain/subjects/change-subject.server.ts'
import { reopenSubject } from '#app/domain/subjects/close-subject.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { leadToList } from '#app/server/forms/kept-noun.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject.edit' } satisfies Handle

export const loader = leadToList(subjects)

/** Opens a closed class again. */
export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.subject')
  const page = paths.subject.view(id)
  return submitVerb(args, versionForm, page, async ({ trx, actor, context, today }, { version }) => {
    await subjects.find(trx, context.scope('subject.edit'), id)
    const name = await reopenSubject(trx, actor, { id, version }, today)
    return redirectWith(page, 'subject_reopened', { name })
  })
}
