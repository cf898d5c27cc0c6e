import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { offers } from '#app/domain/platform/packages/find-packages.ts'
import { beginDraft, countDraftUse } from '#app/domain/platform/registrations/change-draft.ts'
import { stepForms } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Begins a registration, with the package when one was chosen. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.front.start())

const beginForm = z.object({ package_id: stepForms.package.shape.package_id.optional().catch(undefined) })

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  await countDraftUse(context.write, context.actor.ip, 'begin')
  return submitVerb(args, beginForm, paths.front.start(), async ({ trx, actor }, { package_id: wanted }) => {
    const { locale, services } = context
    const package_id = (await offers(trx)).find(({ id }) => id === wanted)?.id
    const code = await beginDraft(trx, actor, services.ring, { package_id, locale })
    return redirect(paths.front.step(code, package_id ? 'organisation' : 'package'))
  })
}
