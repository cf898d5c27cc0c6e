import { setAvatar } from '#app/domain/accounts/avatar.server.ts'
import { pictureLimits } from '#app/domain/accounts/profile.ts'
import { countUse, refuseFlood } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { longestSide, squarePicture } from '#app/integrations/pictures/square.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Pictures that one person may send; each takes a second of the processor at worst. */
const uploads = { points: 20, seconds: 3600 }

/** Files of the organisation that this request is for. */
export function ownFiles({ site }: RequestContext) {
  if (site.side !== 'tenant') throw new Refusal('not_found.page')
  return filesOf(environment, site.entity.place.schema)
}

/**
 * Makes what was uploaded the picture of the signed-in person. The new file is there before the account names it, and
 * the old one goes after; what a crash leaves behind is a file that nobody names.
 */
export async function savePicture(context: RequestContext, picture: File): Promise<void> {
  const files = ownFiles(context)
  refuseFlood(await context.write((trx) => countUse(trx, `picture:${context.actor.id}`, uploads)))
  await context.rest()
  const bytes = Buffer.from(await picture.arrayBuffer())
  const drawn = await squarePicture(bytes, pictureLimits.side).catch(refuseUnusable)
  const key = newFileKey('webp')
  await files.put(key, drawn, 'image/webp').catch((error) => refuseUnkept(context, error))
  const before = await context
    .write((trx) => setAvatar(trx, context.actor, key))
    .catch(async (error) => {
      await files.remove(key)
      throw error
    })
  if (before) await files.remove(before)
}

/** Takes the signed-in person's picture away. */
export async function removePicture(context: RequestContext): Promise<void> {
  const before = await context.write((trx) => setAvatar(trx, context.actor, null))
  if (before) await ownFiles(context).remove(before)
}

/** The picture is good but there is no room for it, or no folder: ours to mend, so that it is in the log. */
function refuseUnkept({ services, requestId }: RequestContext, error: Error): never {
  services.log.error({ requestId, err: error }, 'a picture was not kept')
  throw new Refusal('file.upload_failed', 'picture')
}

function refuseUnusable(error: Error): never {
  if (error.name !== 'PictureUnusable') throw error
  throw new Refusal('file.picture', 'picture', { most: longestSide.toLocaleString('en') })
}
