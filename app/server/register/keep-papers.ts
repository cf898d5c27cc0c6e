import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Draft } from '#app/domain/enrolment/online-registration/draft.ts'
import { addFile, type Paper } from '#app/domain/enrolment/online-registration/papers.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Files of one family, and of one network, in an hour; each takes seconds of the processor at worst. */
const uploads = { draft: 60, network: 200, seconds: 3_600 } as const
const field = 'file'

/**
 * Keeps a file as one paper of a draft: a picture drawn anew, a PDF that can do nothing but be read. The new file is there
 * before the draft names it, and the one whose place it takes goes after. Refuses file.choose, what storePaper refuses,
 * too_many_requests and register.too_many_files.
 */
export async function keepPaper(
  context: RequestContext,
  draft: Draft,
  paper: Paper,
  sent: FormDataEntryValue | null,
): Promise<void> {
  if (!(sent instanceof File) || sent.size === 0) throw new Refusal('file.choose', field)
  const over = await context.write((trx) =>
    countUses(trx, [
      { key: `registration.upload:${draft.id}`, points: uploads.draft, seconds: uploads.seconds },
      {
        key: visitorKey('registration.upload', context.actor.ip),
        points: uploads.network,
        seconds: uploads.seconds,
      },
    ]),
  )
  if (over) throw new Refusal('too_many_requests', field)
  await context.releaseConnection()
  const { storage_key, name, contentType: content_type, bytes } = await storePaper(context, sent, field)
  const before = await context
    .write((trx) => addFile(trx, draft, paper, { storage_key, name, content_type, bytes }))
    .catch(async (error) => {
      await ownFiles(context).remove(storage_key)
      throw error
    })
  if (before) await ownFiles(context).remove(before)
}
