import { redirect } from '@remix-run/node'
import { refreshPreview } from '#app/domain/billing/generations/change-generation.ts'
import { paths } from '#app/paths.ts'
import { generationVerb } from '#app/server/generations/generation-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'generation.preview' } satisfies Handle

export const loader = () => redirect(paths.generation.list())

export const action = generationVerb(async ({ trx, actor }, at) => {
  await refreshPreview(trx, actor, at)
  return redirect(paths.generation.view(at.id))
})
