import { failDocument } from '#app/domain/documents/commands.server.ts'
import { asRefusal } from '#app/domain/refusal.ts'
import type { Handler } from '../handler.ts'
import { makeDocument } from '../make-document.ts'

/**
 * Makes the PDF that somebody asked for. What can never be made is said to who waits for it and is no failed job; of
 * anything else they are told after the last try.
 */
export const renderDocument: Handler<'document.render'> = async ({ document_id }, tools) => {
  const { inPlace, job, log } = tools
  try {
    await makeDocument(tools, document_id)
  } catch (error) {
    const refusal = asRefusal(error)
    const code = refusal?.code ?? (job.attempt >= job.attempts ? 'unexpected' : undefined)
    if (code) await inPlace((trx) => failDocument(trx, document_id, code))
    if (!refusal) throw error
    log.info({ document_id, code }, 'the document cannot be made')
  }
}
