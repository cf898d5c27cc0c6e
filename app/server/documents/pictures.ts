import { setAvatar } from '#app/domain/accounts/avatar.server.ts'
import { pictureLimits } from '#app/domain/accounts/profile.ts'
import { countUse, refuseFlood } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { longestSide } from '#app/integrations/pictures/essentials.ts'
import { squarePicture } from '#app/integrations/pictures/square.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { ownFiles } from './stored-file.ts'

/** Pictures that one person may send; each takes seconds of the processor at worst. */
const uploads = { points: 20, seconds: 3600 }

/**
 * Makes what was uploaded the picture of the signed-in person. The new file is there before the account names it, and
 * the old one goes after; what a crash leaves behind is a file that nobody names.
 */
export async function savePicture(context: RequestContext, picture: File): Promise<void> {
  const files = ownFiles(context)
  refuseFlood(await context.write((trx) => countUse(trx, `picture:${context.actor.id}`, uploads)))
  await context.rest()
  const bytes = Buffer.from(await picture.arrayBuffer())
  const drawn = await squarePicture(bytes, pictureLimits.side).catch((error) =>
    refuseUnusable(context, error),
  )
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

export async function removePicture(context: RequestContext): Promise<void> {
  const before = await context.write((trx) => setAvatar(trx, context.actor, null))
  if (before) await ownFiles(context).remove(before)
}

/** The picture is good but there is no room for it, or no folder: ours to mend, so that it is in the log. */
function refuseUnkept({ services, requestId }: RequestContext, error: Error): never {
  services.log.error({ requestId, err: error }, 'a picture was not kept')
  throw new Refusal('file.upload_failed', 'picture')
}

/** What was wrong with it is in the log: whoever runs the product sees honest pictures refused, and attacks. */
function refuseUnusable({ services, requestId }: RequestContext, error: Error): never {
  if (error.name === 'LineFull') throw new Refusal('too_many_requests', 'picture')
  if (error.name !== 'PictureUnusable') throw error
  services.log.info({ requestId, reason: error.message }, 'a picture was refused')
  throw new Refusal('file.picture', 'picture', { most: longestSide.toLocaleString('en') })
}
