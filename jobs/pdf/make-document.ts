import { createHash } from 'node:crypto'
import { systemActor } from '#app/domain/actor.ts'
import {
  ensureDocument,
  failDocument,
  finishDocument,
  loseDocument,
} from '#app/domain/documents/ask-for-document.server.ts'
import type {
  DocumentOrder,
  DocumentRequest,
  ListParameters,
  MadeFile,
} from '#app/domain/documents/document.ts'
import { fileOfDocument, queuedDocument } from '#app/domain/documents/find-document.server.ts'
import { originOf } from '#app/domain/entities/origin.ts'
import { asRefusal, Refusal } from '#app/domain/refusal.ts'
import type { MailAttachment } from '#app/integrations/mail/message.ts'
import { isListFileFormat } from '#app/print/list-file.ts'
import { logoImage } from '#app/print/logo.server.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.server.tsx'
import { exportList } from '#jobs/export/export-list.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'

type Tools = Pick<
  TenantTools,
  'job' | 'inPlace' | 'report' | 'files' | 'pdf' | 'entity' | 'environment' | 'log' | 'signal'
>

const contentType = 'application/pdf'

/**
 * One that is not queued any more is left alone. Safe to repeat, and to run twice at once: a document has one file,
 * whose name follows from its id, and only the first run's row is kept. What can never be made has failed, and so has
 * anything after the job's last try, so that nobody waits for it.
 */
export async function makeDocument(tools: Tools, id: string): Promise<void> {
  const { inPlace, job } = tools
  try {
    await make(tools, id)
  } catch (error) {
    if (error instanceof Postponed) throw error
    const code = asRefusal(error)?.code ?? (job.attempt >= job.attempts ? 'unexpected' : undefined)
    if (code) await inPlace((trx) => failDocument(trx, id, code))
    throw error
  }
}

async function make(tools: Tools, id: string): Promise<void> {
  const { inPlace, log } = tools
  const document = await inPlace((trx) => queuedDocument(trx, id))
  if (!document) return
  const { format } = document.parameters as Partial<ListParameters>
  const file = isListFileFormat(format)
    ? await exportList(tools, document, format)
    : await printDocument(tools, document)
  const first = await inPlace((trx) => finishDocument(trx, id, file))
  if (!first) log.info({ document_id: id }, 'the document was made by another run')
}

/** Prints a document into the organisation's files. */
async function printDocument(tools: Tools, document: DocumentOrder): Promise<MadeFile> {
  const { inPlace, report, files, pdf, entity, environment } = tools
  // A list reads much; an invoice and a receipt are short, and somebody's mail may wait for them.
  const reading = document.kind === 'list' ? report : inPlace
  const sheet = await reading((db) => sheetOf(db, document, originOf(entity, environment)))
  const { name, title, colour, logo, tagged, i18n, draw } = sheet
  const page = draw(await logoImage(logo, files))
  const html = htmlOf({ title, i18n, colour, page })
  const bytes = await pdf.render(html, { tagged }).catch((error: Error) => {
    const endless = error.name === 'PdfTimeout' && document.kind === 'list'
    // Trying again would only keep the printer busy; a receipt is short, and slow because the machine is.
    throw endless ? new Refusal('document.too_long') : error
  })
  const storage_key = `documents/${document.id}.pdf`
  await files.put(storage_key, bytes, contentType)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { name, content_type: contentType, size_bytes: bytes.length, sha256, storage_key }
}

/** As a mail carries it, made here and now unless it is there already. */
export async function attachedDocument(tools: Tools, request: DocumentRequest): Promise<MailAttachment> {
  const { inPlace, files } = tools
  const { id } = await inPlace((trx) => ensureDocument(trx, systemActor, request))
  await makeDocument(tools, id)
  const file = await inPlace((trx) => fileOfDocument(trx, id))
  if (!file) throw new Error('the document could not be made')
  try {
    return { name: file.name, contentType: file.content_type, content: await files.get(file.storage_key) }
  } catch (error) {
    // The next try makes it anew.
    if ((error as Error).name === 'FileMissing') await inPlace((trx) => loseDocument(trx, id))
    throw error
  }
}
