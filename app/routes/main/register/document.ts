import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { filesOf } from '#app/domain/platform/registrations/change-draft.ts'
import { atStep } from '#app/server/front/at-step.ts'
import { documentAnswer } from '#app/server/front/documents.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A document as it is kept, for who has the code while it is not handed in. */
export const handle = { access: 'guest' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params, 'not_found.document')
  const { draft } = await atStep(args)
  const files = await filesOf(await args.context.read(), { draft_id: draft.id })
  const file = files.find((one) => one.id === id)
  if (!file) throw new Refusal('not_found.document')
  return documentAnswer(args.context, file)
}
