import type { Transaction } from 'kysely'
import { pictureLimits } from '#app/domain/core/fields.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { setAvatar } from '#app/domain/identity/accounts/profile.ts'
import { setPhoto } from '#app/domain/people/students/change-student.ts'
import { LineFull } from '#app/integrations/at-most.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { longestSide } from '#app/integrations/pictures/essentials.ts'
import { PictureUnusable } from '#app/integrations/pictures/picture.ts'
import { fittedPicture, squarePicture } from '#app/integrations/pictures/square.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'
import { ownFiles, storedFile } from './stored-file.ts'

/** Pictures that one person may send; each takes seconds of the processor at worst. */
const uploads = { points: 20, seconds: 3600 }

/** Names a picture in the row that it belongs to, null for none; returns the key of the one before. */
type Named = (trx: Transaction<DB>, key: string | null) => Promise<string | null>

/** Whose picture the signed-in person's own is. */
export const ownPicture =
  ({ actor }: RequestContext): Named =>
  (trx, key) =>
    setAvatar(trx, actor, key)

/** The photo of a student whom the reader may change. */
export const photoOfStudent =
  (context: RequestContext, id: string): Named =>
  (trx, key) =>
    setPhoto(trx, context.actor, context.scope('student.edit'), id, key)

/**
 * Keeps what was uploaded as a square of so many pixels, or whole within width and height. The new file is there before its row names it, and the old one goes after;
 * what a crash leaves behind is a file that nobody names.
 */
export async function savePicture(
  context: RequestContext,
  picture: File,
  named: Named,
  size: number | { width: number; height: number } = pictureLimits.side,
): Promise<void> {
  const files = ownFiles(context)
  const drawn = await drawnPicture(context, picture, size)
  const key = newFileKey('webp')
  await files.put(key, drawn, 'image/webp').catch((error) => refuseUnkept(context, error))
  const before = await context
    .write((trx) => named(trx, key))
    .catch(async (error) => {
      await files.remove(key)
      throw error
    })
  if (before) await files.remove(before)
}

/** What would be kept of it, as WebP. */
export async function drawnPicture(
  context: RequestContext,
  picture: File,
  size: number | { width: number; height: number },
): Promise<Buffer> {
  refuseFlood(await context.write((trx) => countUse(trx, `picture:${context.actor.id}`, uploads)))
  await context.releaseConnection()
  const bytes = Buffer.from(await picture.arrayBuffer())
  const drawing = typeof size === 'number' ? squarePicture(bytes, size) : fittedPicture(bytes, size)
  return drawing.catch((error) => refuseUnusable(context, error))
}

export async function removePicture(context: RequestContext, named: Named): Promise<void> {
  const before = await context.write((trx) => named(trx, null))
  if (before) await ownFiles(context).remove(before)
}

/** The picture is good but there is no room for it, or no folder: ours to mend, so that it is in the log. */
function refuseUnkept({ services, requestId }: RequestContext, error: Error): never {
  services.log.error({ requestId, err: error }, 'a picture was not kept')
  throw new Refusal('file.upload_failed', 'picture')
}

/** What was wrong with it is in the log: whoever runs the product sees honest pictures refused, and attacks. */
function refuseUnusable({ services, requestId }: RequestContext, error: Error): never {
  if (error instanceof LineFull) throw new Refusal('too_many_requests', 'picture')
  if (!(error instanceof PictureUnusable)) throw error
  services.log.info({ requestId, reason: error.message }, 'a picture was refused')
  throw new Refusal('file.picture', 'picture', { most: longestSide.toLocaleString('en') })
}

/** In place of a picture whose file is gone: a browser draws it, though it is not what was asked for. */
const outline = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#d9dee4" d="M0 0h96v96H0z"/>
<path fill="#5a6675" d="M48 20a17 17 0 1 0 0 34 17 17 0 1 0 0-34zM12 96c0-22 16-34 36-34s36 12 36 34z"/></svg>`

/** A kept picture as an answer. Its address changes with the picture, so that a browser may keep it. */
export const pictureAnswer = (context: RequestContext, key: string): Promise<Response> =>
  drawn(context, key, 'webp', 'private, max-age=31536000, immutable')

/** A paper of which we have drawn a picture ourselves, and which nobody keeps on the way. */
export const drawnPaper = (context: RequestContext, key: string): Promise<Response> =>
  drawn(context, key, 'jpeg', 'private, no-store')

async function drawn(context: RequestContext, key: string, type: 'webp' | 'jpeg', cache: string) {
  await context.releaseConnection()
  const content = await storedFile(context, key)
  const guard = { 'content-security-policy': "default-src 'none'; sandbox" }
  if (!content) {
    const headers = { ...guard, 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
    return new Response(outline, { status: 404, headers })
  }
  return new Response(content, {
    headers: {
      ...guard,
      'content-type': `image/${type}`,
      'content-disposition': `inline; filename="picture.${type === 'jpeg' ? 'jpg' : type}"`,
      'cache-control': cache,
    },
  })
}
