import type { Transaction } from 'kysely'
import { countUse } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { fileOrRefuse, ownFiles } from '#app/server/documents/stored-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

/** Letters of one kind that one account may hand in within an hour; each takes seconds of the processor at worst. */
const uploads = { points: 20, seconds: 3_600 }

/** A letter in the organisation's own store. */
export interface StoredLetter {
  storage_key: string
  content_type: string
  size_bytes: number
}

/**
 * Keeps a letter for the work that lays it before the operator: a picture drawn anew, a PDF that can do nothing but be
 * read. The file is there before the row that names it, and goes if there is none. Refuses file.choose,
 * too_many_requests, and what storePaper and the work refuse.
 */
export async function withLetter<R>(
  context: RequestContext,
  kind: string,
  letter: File | undefined,
  work: (trx: Transaction<DB>, kept: StoredLetter) => Promise<R>,
): Promise<R> {
  if (!letter || letter.size === 0) throw new Refusal('file.choose', 'letter')
  const { allowed } = await context.write((trx) => countUse(trx, `${kind}:${context.actor.id}`, uploads))
  if (!allowed) throw new Refusal('too_many_requests', 'letter')
  await context.releaseConnection()
  const { storage_key, content_type, bytes } = await storePaper(context, letter, 'letter')
  return context
    .write((trx) => work(trx, { storage_key, content_type, size_bytes: bytes.byteLength }))
    .catch(async (error) => {
      await ownFiles(context).remove(storage_key)
      throw error
    })
}

/** Whether the file of a letter is where it was put; a page offers no link that leads nowhere. */
export const hasLetter = (schema: string, key: string) => filesOf(environment, schema).exists(key)

interface Letter {
  letter_key: string
  letter_type: string
  letter_bytes: number
}

/** The letter itself, to be kept and opened; `schema`: in whose store it lies. */
export async function letterAnswer(
  context: RequestContext,
  schema: string,
  { letter_key, letter_type, letter_bytes }: Letter,
): Promise<Response> {
  const store = { files: filesOf(environment, schema), gone: 'a letter is gone' }
  const content = await fileOrRefuse(context, letter_key, 'not_found.document', store)
  const extension = letter_type === 'application/pdf' ? 'pdf' : 'jpg'
  return download(content, `letter.${extension}`, letter_type, letter_bytes)
}
