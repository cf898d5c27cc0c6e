import type { z } from 'zod'
import { type fileForm, fileLimits } from '#app/domain/families/family-form.ts'
import { addFile, type NewFile } from '#app/domain/families/files.server.ts'
import { countUse, refuseFlood } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { longestSide } from '#app/integrations/pictures/essentials.ts'
import { wholePicture } from '#app/integrations/pictures/square.ts'
import { answerOnce } from '#app/server/forms/once.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { ownFiles } from './stored-file.ts'

/** Files that one person may send; each picture takes seconds of the processor at worst. */
const uploads = { points: 60, seconds: 3600 }

/**
 * Keeps what was uploaded for a family, known by its content: a PDF as it is, a picture drawn anew. The file is there
 * before its row names it; what a crash leaves behind is a file that nobody names. Refuses (file.kind, file.picture)
 * anything else. `done`: where a form leads that was sent before.
 */
export async function saveFamilyFile(
  context: RequestContext,
  parent_id: string,
  { file, name, form_key }: z.output<typeof fileForm>,
  done: () => Promise<Response>,
): Promise<Response> {
  const files = ownFiles(context)
  const scope = context.scope('family.file')
  refuseFlood(await context.write((trx) => countUse(trx, `family-file:${context.actor.id}`, uploads)))
  await context.rest()
  const { bytes, content_type, extension } = await known(context, Buffer.from(await file.arrayBuffer()))
  const storage_key = newFileKey(extension)
  await files.put(storage_key, bytes, content_type).catch((error) => {
    context.services.log.error({ requestId: context.requestId, err: error }, 'a file was not kept')
    throw new Refusal('file.upload_failed', 'file')
  })
  const row: NewFile = {
    ...{ content_type, storage_key, size_bytes: bytes.length },
    name: name ?? plainName(file.name),
  }
  let added = false
  try {
    return await context.write((trx) =>
      answerOnce(trx, form_key, async () => {
        await addFile(trx, context.actor, scope, parent_id, row)
        added = true
        return done()
      }),
    )
  } catch (error) {
    added = false
    throw error
  } finally {
    if (!added) await files.remove(storage_key)
  }
}

interface Known extends Pick<NewFile, 'content_type'> {
  bytes: Buffer
  extension: string
}

/** By its first bytes; what its name or its sender says of it counts for nothing. */
async function known(context: RequestContext, bytes: Buffer): Promise<Known> {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    if (!bytes.toString('latin1', Math.max(0, bytes.length - 2_048)).includes('%%EOF'))
      throw new Refusal('file.kind', 'file')
    return { bytes, content_type: 'application/pdf', extension: 'pdf' }
  }
  const drawn = await wholePicture(bytes, fileLimits.side).catch((error: Error) => {
    if (error.name === 'LineFull') throw new Refusal('too_many_requests', 'file')
    if (error.name !== 'PictureUnusable') throw error
    context.services.log.info({ requestId: context.requestId, reason: error.message }, 'a file was refused')
    const isPicture = /^(ffd8ff|89504e47|52494646)/.test(bytes.toString('hex', 0, 4))
    if (!isPicture) throw new Refusal('file.kind', 'file')
    throw new Refusal('file.picture', 'file', { most: longestSide.toLocaleString('en') })
  })
  return { bytes: drawn, content_type: 'image/webp', extension: 'webp' }
}

/** The name of a file without its folder and its ending, and without what steers a terminal or turns a line around. */
function plainName(name: string): string {
  const base = name.replace(/^.*[\\/]/, '').replace(/\.[A-Za-z0-9]{1,5}$/, '')
  return (
    base
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 100) || 'file'
  )
}
