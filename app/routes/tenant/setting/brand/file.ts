import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { brandPictureOf, isBrandPicture } from '#app/domain/organisation/brand/brand.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { pictureAnswer } from '#app/server/documents/pictures.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A picture of the organisation, which stands on pages that anybody may read. */
export const handle = { access: 'guest', helper: true } satisfies Handle

export async function loader({ params: { picture }, context }: LoaderFunctionArgs) {
  if (!isBrandPicture(picture)) throw new Refusal('not_found.picture')
  return pictureAnswer(context, await brandPictureOf(await context.read(), tenantOf(context).id, picture))
}
