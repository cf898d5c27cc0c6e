import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { filesOf } from '#app/domain/platform/registrations/change-draft.ts'
import { documentAnswer } from '#app/server/front/documents.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A paper that was handed in with a registration. */
export const handle = { access: 'admin.registration.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const registration_id = idOf(params, 'not_found.document')
  const files = await filesOf(await context.read(), { registration_id })
  const file = files.find(({ id }) => id === params.file)
  if (!file) throw new Refusal('not_found.document')
  return documentAnswer(context, file)
}
