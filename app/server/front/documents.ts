import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  addFile,
  type DocumentKind,
  lockDraft,
  type RegistrationFile,
} from '#app/domain/platform/registrations/change-draft.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Files of one draft, and of one network, in an hour; each takes seconds of the processor at worst. */
const uploads = { draft: 20, network: 40, seconds: 3_600 } as const

/** Where papers of organisations lie that are not in yet. */
export const platformFiles = () => filesOf(environment, 'platform')

/**
 * Keeps a document of a draft: a picture drawn anew, a PDF that can do nothing but be read. The file is there before its
 * row, and goes if there is none. Refuses too_many_requests, register.too_many_files, and what storePaper refuses.
 */
export async function keepDocument(
  context: RequestContext,
  { code, draft_id }: { code: string; draft_id: string },
  { kind, file }: { kind: DocumentKind; file: File },
): Promise<void> {
  const { seconds } = uploads
  const over = await context.write((trx) =>
    countUses(trx, [
      { key: `entity_registration.upload:${draft_id}`, points: uploads.draft, seconds },
      {
        key: visitorKey('entity_registration.upload', context.actor.ip),
        points: uploads.network,
        seconds,
      },
    ]),
  )
  if (over) throw new Refusal('too_many_requests', 'file')
  await context.releaseConnection()
  const paper = await storePaper(context, file, 'file', platformFiles())
  await context
    .write(async (trx) => {
      const draft = await lockDraft(trx, context.services.ring, code)
      if (draft.registration_id) throw new Refusal('not_found.draft')
      await addFile(trx, draft, { kind, ...paper })
    })
    .catch(async (error) => {
      await platformFiles().remove(paper.storage_key)
      throw error
    })
}

/** A document itself, to be looked at or kept, never to be run. */
export async function documentAnswer(
  context: RequestContext,
  { storage_key, content_type, size_bytes }: RegistrationFile,
): Promise<Response> {
  const store = { files: platformFiles(), gone: 'a document of a registration is gone' }
  const content = await fileOrRefuse(context, storage_key, 'not_found.document', store)
  const extension = content_type === 'application/pdf' ? 'pdf' : 'jpg'
  const response = download(content, `document.${extension}`, content_type, size_bytes)
  response.headers.set('content-security-policy', "default-src 'none'; sandbox")
  response.headers.set('cache-control', 'private, no-store')
  return response
}
