import type { LoaderFunctionArgs } from '@remix-run/node'
import { avatarOf } from '#app/domain/identity/accounts/profile.ts'
import { pictureAnswer } from '#app/server/documents/pictures.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The picture of a person, for whoever is signed in at the same organisation. */
export const handle = { access: 'signed-in', helper: true } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = await avatarOf(await context.read(), idOf(params, 'not_found.picture'))
  return pictureAnswer(context, key)
}
