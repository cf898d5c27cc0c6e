import { redirect } from '@remix-run/node'
import { retryFailed } from '#app/domain/billing/generations/change-generation.ts'
import { paths } from '#app/paths.ts'
import { generationVerb } from '#app/server/generations/generation-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'generation.run' } satisfies Handle

export const loader = () => redirect(paths.generation.list())

export const action = generationVerb(async ({ trx, actor }, at) =>
  redirect(paths.generation.view(await retryFailed(trx, actor, at))),
)
