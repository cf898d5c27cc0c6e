import type { Draft } from '#app/domain/online-registration/draft.ts'
import { addFile } from '#app/domain/online-registration/files.server.ts'
import { type Paper, paperLimit } from '#app/domain/online-registration/papers.ts'
import { countUses, visitorKey } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { checkedPaper, kindOfPaper } from '#app/integrations/papers/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Files of one family, and of one network, in an hour; each takes seconds of the processor at worst. */
const uploads = { draft: 60, network: 200, seconds: 3_600 } as const
/** Letters of a file's name that are kept. */
const longestName = 150
const field = 'file'

/**
 * Keeps a file as one paper of a draft: a picture drawn anew, a PDF that can do nothing but be read. The new file is there
 * before the draft names it, and the one whose place it takes goes after. Refuses input.required, file.too_big with the
 * limit, register.file_kind, register.file_broken, register.file_active, too_many_requests and register.too_many_files.
 */
export async function keepPaper(
  context: RequestContext,
  draft: Draft,
  paper: Paper,
  sent: FormDataEntryValue | null,
): Promise<void> {
  if (!(sent instanceof File) || sent.size === 0) throw new Refusal('input.required', field)
  const most = paperLimit.bytes / 1_000_000
  if (sent.size > paperLimit.bytes) throw new Refusal('register.file_too_big', field, { most })
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
  await context.rest()
  const bytes = Buffer.from(await sent.arrayBuffer())
  if (!kindOfPaper(bytes)) throw new Refusal('register.file_kind', field)
  const kept = await checkedPaper(bytes).catch((error) => refuseUnusable(context, error))
  const files = ownFiles(context)
  const storage_key = newFileKey(kept.extension)
  await files.put(storage_key, kept.bytes, kept.contentType).catch((error) => {
    context.services.log.error({ requestId: context.requestId, err: error }, 'a paper was not kept')
    throw new Refusal('file.upload_failed', field)
  })
  const named = { storage_key, name: nameOf(sent.name), content_type: kept.contentType, bytes: kept.bytes }
  const before = await context
    .write((trx) => addFile(trx, draft, paper, named))
    .catch(async (error) => {
      await files.remove(storage_key)
      throw error
    })
  if (before) await files.remove(before)
}

/** As its family knows it, in one line. */
const nameOf = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
    .trim()
    .slice(0, longestName) || 'file'

/** What was wrong with it is in the log: whoever runs the product sees honest files refused, and attacks. */
function refuseUnusable({ services, requestId }: RequestContext, error: Error): never {
  if (error.name === 'LineFull') throw new Refusal('too_many_requests', field)
  const code = { PictureUnusable: 'register.file_broken', PaperActive: 'register.file_active' } as const
  const refused = code[error.name as keyof typeof code]
  if (!refused) throw error
  services.log.info({ requestId, reason: error.message }, 'a paper was refused')
  throw new Refusal(refused, field)
}
