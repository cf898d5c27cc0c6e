import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { unjoinFamily } from '#app/domain/people/families/change-family.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'family.join' } satisfies Handle

export const loader = () => redirect(paths.family.find())

export const action = rowVerb(
  noFields,
  'not_found.parent',
  () => paths.family.find(),
  async ({ trx, actor, context }, { id }) => {
    await unjoinFamily(trx, actor, context.scope('family.join'), id)
    return redirectWith(`${paths.family.view(id)}#siblings`, 'family_parted')
  },
)
