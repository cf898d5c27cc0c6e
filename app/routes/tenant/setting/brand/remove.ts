import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isBrandPicture, setBrandPicture } from '#app/domain/organisation/brand/brand.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { removePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Takes one of the organisation's pictures away. */
export const handle = { access: 'branding.edit' } satisfies Handle

export const loader = () => redirect(paths.setting.brand())

export async function action({ params: { picture }, context }: ActionFunctionArgs) {
  if (!isBrandPicture(picture)) throw new Refusal('not_found.picture')
  const { id } = tenantOf(context)
  await removePicture(context, (trx, key) => setBrandPicture(trx, context.actor, id, picture, key))
  context.services.sites.forget(id)
  return redirectWith(paths.setting.brand(), 'image_removed')
}
