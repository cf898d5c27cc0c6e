import type { LoaderFunctionArgs } from '@remix-run/node'
import { avatarOf } from '#app/domain/accounts/avatar.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { ownFiles } from '#app/server/documents/pictures.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The picture of a person, for whoever is signed in at the same organisation. */
export const handle = { access: 'signed-in' } satisfies Handle

/** Its address changes with the picture, so that a browser may keep it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = await avatarOf(await context.read(), idOf(params, 'not_found.picture'))
  await context.rest()
  const bytes = await ownFiles(context).get(key).catch(refuseIfMissing)
  return new Response(bytes as BodyInit, {
    headers: {
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="picture.webp"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
}

function refuseIfMissing(error: Error): never {
  if (error.name === 'FileMissing') throw new Refusal('not_found.picture')
  throw error
}
