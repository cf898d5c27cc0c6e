import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { fileLimit } from '#app/domain/messaging/announcements/announcement.ts'
import { addAnnouncementFile } from '#app/domain/messaging/announcements/change-announcement.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'

/** Files that one person may send; each picture takes seconds of the processor at worst. */
const uploads = { points: 60, seconds: 3600 }

/**
 * Keeps a file for an announcement, known by its content: a PDF as it is, a picture drawn anew, which is then shown in the
 * text. The file is there before its row names it; what a crash leaves behind is a file that nobody names. Refuses one of
 * more than 2 MB (file.too_big) and what storePaper refuses. `done`: where a form leads that was sent before.
 */
export async function saveAnnouncementFile(
  args: Parameters<typeof submissionOf>[0],
  id: string,
  file: File,
  done: (name: string) => Promise<Response>,
): Promise<Response> {
  const { context } = args
  const submission = await submissionOf(args)
  const scope = context.scope('announcement.create')
  if (file.size > fileLimit.bytes) throw new Refusal('file.too_big', 'file')
  refuseFlood(await context.write((trx) => countUse(trx, `announcement-file:${context.actor.id}`, uploads)))
  await context.releaseConnection()
  const paper = await storePaper(context, file, 'file')
  const kind = paper.content_type.startsWith('image/') ? 'picture' : 'attachment'
  let added = false
  try {
    return await context.write((trx) =>
      answerOnce(trx, submission, async () => {
        await addAnnouncementFile(trx, context.actor, scope, id, { kind, ...paper })
        added = true
        return done(paper.name)
      }),
    )
  } catch (error) {
    added = false
    throw error
  } finally {
    if (!added) await ownFiles(context).remove(paper.storage_key)
  }
}
