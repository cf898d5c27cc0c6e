import { createHash } from 'node:crypto'
import { fileOfDocument, queuedDocument } from '#app/domain/billing/documents/find-document.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import {
  ensureDocument,
  failDocument,
  finishDocument,
  loseDocument,
} from '#app/domain/core/documents/change-document.ts'
import type {
  DocumentOrder,
  DocumentRequest,
  ListParameters,
  MadeFile,
} from '#app/domain/core/documents/document.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { MailAttachment } from '#app/integrations/mail/message.ts'
import { isListFileFormat } from '#app/print/list-file.ts'
import { logoImage } from '#app/print/logo/logo.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.tsx'
import { isBusy } from '#db/sharing/busy.ts'
import { exportList } from '#jobs/export/export-list.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import { printPapers, sourceOf } from './print-papers.ts'

type Tools = Pick<
  TenantTools,
  'job' | 'withTenant' | 'report' | 'files' | 'pdf' | 'entity' | 'environment' | 'log' | 'signal'
>

const contentType = 'application/pdf'

/**
 * Letters of the HTML of a list that is still printed, several times what its rows come to. What is too long is said by
 * the work that it makes and never by the clock: when the printer takes longer than its time, the machine is busy or
 * the browser hangs, and each further try has twice the time, up to 32 times.
 */
const longestList = 5_000_000
const mostDoublings = 5

/**
 * One that is not queued any more is left alone. Safe to repeat, and to run twice at once: a document has one file,
 * whose name follows from its id, and only the first run's row is kept. What can never be made has failed, and so has
 * anything after the job's last try, so that nobody waits for it.
 */
export async function makeDocument(tools: Tools, id: string): Promise<void> {
  const { withTenant, job } = tools
  try {
    await make(tools, id)
  } catch (error) {
    if (error instanceof Postponed || isBusy(error)) throw error
    const code = asRefusal(error)?.code ?? (job.attempt >= job.attempts ? 'unexpected' : undefined)
    if (code) await withTenant((trx) => failDocument(trx, id, code))
    throw error
  }
}

async function make(tools: Tools, id: string): Promise<void> {
  const { withTenant, log } = tools
  const document = await withTenant((trx) => queuedDocument(trx, id))
  if (!document) return
  const { format } = document.parameters as Partial<ListParameters>
  const file = isListFileFormat(format)
    ? await exportList(tools, document, format)
    : await (format === 'papers' ? printAll(tools, document) : printDocument(tools, document))
  const first = await withTenant((trx) => finishDocument(trx, id, file))
  if (!first) log.info({ document_id: id }, 'the document was made by another run')
}

/** Prints a document into the organisation's files. */
async function printDocument(tools: Tools, document: DocumentOrder): Promise<MadeFile> {
  const { withTenant, report, files, pdf, entity, environment } = tools
  // A list reads much; an invoice and a receipt are short, and somebody's mail may wait for them.
  const long = document.kind === 'list'
  const reading = long ? report : withTenant
  const sheet = await reading((db) => sheetOf(db, document, sourceOf(entity, environment)))
  const { name, title, colour, logo, tagged, size, i18n, draw } = sheet
  const page = draw(await logoImage(logo, files, withoutLogo(tools)))
  const html = htmlOf({ title, i18n, colour, size, page })
  if (long && html.length > longestList) throw new Refusal('document.too_long')
  const bytes = await pdf.render(html, {
    tagged,
    patience: patienceOf(tools.job),
    roll: size === '80mm',
  })
  return kept(tools, document, name, bytes)
}

/** Each paper of a list, one after the other. */
async function printAll(tools: Tools, document: DocumentOrder): Promise<MadeFile> {
  const manner = { patience: patienceOf(tools.job), gone: withoutLogo(tools) }
  const { name, bytes } = await printPapers(tools, document, manner)
  return kept(tools, document, name, bytes)
}

const patienceOf = ({ attempt }: Tools['job']) => 2 ** Math.min(attempt - 1, mostDoublings)

const withoutLogo =
  ({ log }: Tools) =>
  (file: string) =>
    log.error({ file }, 'the logo is gone; the document is printed without it')

async function kept({ files }: Tools, { id }: DocumentOrder, name: string, bytes: Buffer): Promise<MadeFile> {
  const storage_key = `documents/${id}.pdf`
  await files.put(storage_key, bytes, contentType)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { name, content_type: contentType, size_bytes: bytes.length, sha256, storage_key }
}

/** As a mail carries it, made here and now unless it is there already. */
export async function attachedDocument(tools: Tools, request: DocumentRequest): Promise<MailAttachment> {
  const { withTenant, files, log } = tools
  const { id } = await withTenant((trx) => ensureDocument(trx, systemActor, request))
  await makeDocument(tools, id)
  const file = await withTenant((trx) => fileOfDocument(trx, id))
  if (!file) throw new Error('the document could not be made')
  try {
    return { name: file.name, contentType: file.content_type, content: await files.get(file.storage_key) }
  } catch (error) {
    if ((error as Error).name !== 'FileMissing') throw error
    log.error({ file: file.storage_key }, 'a stored file is gone')
    await withTenant((trx) => loseDocument(trx, id))
    throw new Postponed(0, 'the document is made again')
  }
}
