import { data, redirect } from '@remix-run/node'
import { findDocument } from '#app/domain/billing/documents/find-document.ts'
import { loseDocument, requestDocument } from '#app/domain/core/documents/change-document.ts'
import type { DocumentRequest } from '#app/domain/core/documents/document.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { storedFile } from './stored-file.ts'
import { download } from './table-file.ts'

/** A PDF that a public code leads to: the page that waits until it is made, and the file. */
export interface PublicPaper {
  number: string
  request: DocumentRequest
  /** Addresses: the page that waits, the file, and the page from which the reader came. */
  page: string
  file: string
  back: string
}

/**
 * What the page that waits shows; leads to the file at once when it is there. Asking for the PDF is safe to repeat, though it
 * is a link: the same paper is made once.
 */
export async function waitForPaper(context: RequestContext, request: Request, paper: PublicPaper) {
  const { number, page, file, back } = paper
  const { searchParams } = new URL(request.url)
  const known = await findDocument(await context.read(), paper.request.fingerprint)
  if (known?.status === 'ready' && !searchParams.has('wait')) throw redirect(file)
  const isRetry = known?.status === 'failed' && searchParams.has('again')
  if (!known || isRetry) await context.write((trx) => requestDocument(trx, context.actor, paper.request))
  const status = isRetry ? 'queued' : (known?.status ?? 'queued')
  const lost = searchParams.has('lost') && status === 'queued'
  const next = status === 'ready' ? `1; url=${file}` : `2; url=${page}?wait${lost ? '&lost' : ''}`
  return data(
    { ...{ number, page, file, back }, status, lost },
    { status: lost ? 202 : 200, headers: status === 'failed' ? {} : { refresh: next } },
  )
}

/**
 * The file; one that is not made yet leads to the page that waits for it, and so does one whose file is gone, which is made
 * again. `beforeGiving` runs when the file is there.
 */
export async function givePaper(
  context: RequestContext,
  { number, request, page }: PublicPaper,
  beforeGiving?: () => Promise<unknown>,
): Promise<Response> {
  const known = await findDocument(await context.read(), request.fingerprint)
  if (known?.status !== 'ready' || !known.storage_key) return redirect(page)
  await beforeGiving?.()
  await context.releaseConnection()
  const content = await storedFile(context, known.storage_key)
  if (content) return download(content, `${number}.pdf`, 'application/pdf')
  await context.write(async (trx) => {
    await loseDocument(trx, known.id)
    await requestDocument(trx, context.actor, request)
  })
  return redirect(`${page}?wait&lost`)
}
