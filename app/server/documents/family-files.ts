import type { z } from 'zod'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { addFile, type NewFile } from '#app/domain/people/families/change-family.ts'
import type { fileForm } from '#app/domain/people/families/family.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'
import { storePaper } from './paper.ts'
import { ownFiles } from './stored-file.ts'

/** Files that one person may send; each picture takes seconds of the processor at worst. */
const uploads = { points: 60, seconds: 3600 }

/**
 * Keeps what was uploaded for a family, known by its content: a PDF as it is, a picture drawn anew. The file is there
 * before its row names it; what a crash leaves behind is a file that nobody names. Refuses what storePaper refuses.
 * `done`: where a form leads that was sent before.
 */
export async function saveFamilyFile(
  args: Parameters<typeof submissionOf>[0],
  parent_id: string,
  { file, name }: z.output<typeof fileForm>,
  done: () => Promise<Response>,
): Promise<Response> {
  const { context } = args
  const submission = await submissionOf(args)
  const scope = context.scope('family.file')
  refuseFlood(await context.write((trx) => countUse(trx, `family-file:${context.actor.id}`, uploads)))
  await context.releaseConnection()
  const paper = await storePaper(context, file, 'file')
  const { storage_key } = paper
  const row: NewFile = {
    ...{ content_type: paper.content_type, storage_key, size_bytes: paper.bytes.length },
    name: name ?? paper.name.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 100),
  }
  let added = false
  try {
    return await context.write((trx) =>
      answerOnce(trx, submission, async () => {
        await addFile(trx, context.actor, scope, parent_id, row)
        added = true
        return done()
      }),
    )
  } catch (error) {
    added = false
    throw error
  } finally {
    if (!added) await ownFiles(context).remove(storage_key)
  }
}
