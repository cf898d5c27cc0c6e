import type { LoaderFunctionArgs } from '@remix-run/node'
import { avatarOf } from '#app/domain/accounts/avatar.server.ts'
import { storedFile } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The picture of a person, for whoever is signed in at the same organisation. */
export const handle = { access: 'signed-in' } satisfies Handle

/** In place of a picture whose file is gone: a browser draws it, though it is not what was asked for. */
const outline = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#d9dee4" d="M0 0h96v96H0z"/>
<path fill="#5a6675" d="M48 20a17 17 0 1 0 0 34 17 17 0 1 0 0-34zM12 96c0-22 16-34 36-34s36 12 36 34z"/></svg>`

/** Its address changes with the picture, so that a browser may keep it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = await avatarOf(await context.read(), idOf(params, 'not_found.picture'))
  await context.rest()
  const content = await storedFile(context, key)
  const guard = { 'content-security-policy': "default-src 'none'; sandbox" }
  if (!content) {
    const headers = { ...guard, 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
    return new Response(outline, { status: 404, headers })
  }
  return new Response(content, {
    headers: {
      ...guard,
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="picture.webp"',
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
}
