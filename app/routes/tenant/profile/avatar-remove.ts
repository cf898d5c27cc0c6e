import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { ownPicture, removePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.view())

export async function action({ context }: ActionFunctionArgs) {
  await removePicture(context, ownPicture(context))
  return redirectWith(paths.profile.view(), 'avatar_removed')
}
