import { asRefusal } from '#app/domain/core/refusal.ts'
import { makeDocument } from '#jobs/pdf/make-document.ts'
import type { Handler } from '../handler.ts'

/** What can never be made is said to who waits for it, and is no failed job. */
export const renderDocument: Handler<'document.render'> = async ({ document_id }, tools) => {
  try {
    await makeDocument(tools, document_id)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    tools.log.info({ document_id, code: refusal.code }, 'the document cannot be made')
  }
}
