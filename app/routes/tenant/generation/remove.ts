import { redirect } from '@remix-run/node'
import { removePreview } from '#app/domain/billing/generations/change-generation.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { generationVerb } from '#app/server/generations/generation-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'generation.preview' } satisfies Handle

export const loader = () => redirect(paths.generation.list())

export const action = generationVerb(async ({ trx, actor }, at) => {
  await removePreview(trx, actor, at)
  return redirectWith(paths.generation.list(), 'generation_removed')
})
