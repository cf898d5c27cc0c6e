import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countFiles } from '#app/domain/platform/registrations/change-draft.ts'
import { paths } from '#app/paths.ts'
import { atStep } from '#app/server/front/at-step.ts'
import { firstOpen } from '#app/server/front/reviewed.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The address that is kept: leads to the first step that is open. */
export const handle = { access: 'guest' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { code, draft, connections } = await atStep(args)
  const documents = await countFiles(await args.context.read(), draft.id)
  return redirect(paths.front.step(code, firstOpen(draft, documents, connections)))
}
