import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { reopenSubject } from '#app/domain/catalogue/subjects/close-subject.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { leadToList } from '#app/server/forms/resource-actions.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject.edit' } satisfies Handle

export const loader = leadToList(subjects)

/** Opens a closed class again. */
export const action = versionVerb(
  'not_found.subject',
  paths.subject.view,
  async ({ trx, actor, context, today }, at) => {
    await subjects.find(trx, context.scope('subject.edit'), at.id)
    const name = await reopenSubject(trx, actor, at, today)
    return redirectWith(paths.subject.view(at.id), 'subject_reopened', { name })
  },
)
