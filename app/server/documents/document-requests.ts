import { createHash } from 'node:crypto'
import { redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import type { DocumentReader, documentFor } from '#app/domain/billing/documents/find-document.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { queuedFingerprint, requestDocument } from '#app/domain/core/documents/change-document.ts'
import type { ListFormat, ListParameters } from '#app/domain/core/documents/document.ts'
import { spokenAs } from '#app/domain/core/labels/label.ts'
import { paths } from '#app/paths.ts'
import { printables } from '#app/print/lists.ts'
import type { Work } from '#app/server/forms/submit.ts'
import { readerOf } from '#app/server/lists/list-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'
import type { printableList } from './list-export.ts'

/**
 * Requests a file of a list as it is now and redirects to the page where it appears. Safe to repeat: the same request
 * within the same minute is the same document, and so is one while the file is still being made.
 */
export async function requestListDocument(
  { trx, actor, context }: Work,
  { list, reader }: ReturnType<typeof printableList>,
  format: ListFormat,
  request: Request,
): Promise<Response> {
  const { scope, roles } = reader
  const parameters = { name: list.name, query: exportQuery(request), scope, roles, format }
  const minute = currentTime().toISOString().slice(0, 16)
  const digest = createHash('sha256')
    .update(JSON.stringify([parameters, spokenAs(context.locale, context.labels)]))
    .digest('base64url')
  const content = `list:${digest}:`
  const id = await requestDocument(trx, actor, {
    kind: 'list',
    fingerprint: (await queuedFingerprint(trx, actor, content)) ?? content + minute,
    parameters,
    locale: context.locale,
  })
  return redirect(paths.document(id))
}

/** The search of a list's address: which rows and in which order, but not which page of them. */
export function exportQuery(request: Request): string {
  const { searchParams } = new URL(request.url)
  for (const key of ['page', 'limit']) searchParams.delete(key)
  return searchParams.toString()
}

export function documentReader(context: RequestContext): DocumentReader {
  return {
    id: context.actor.id,
    scopeOf: (permission) => (context.can(permission) ? context.scope(permission) : undefined),
    mayPrint: (name) => Object.hasOwn(printables, name) && context.can(printables[name]!.access.print!),
  }
}

/** Requests a document once more, for a reader who may see it; a list with the rows that they may see now. */
export function requestDocumentAgain(
  trx: Transaction<DB>,
  context: RequestContext,
  document: Awaited<ReturnType<typeof documentFor>>,
): Promise<string> {
  const { kind, subject_id, fingerprint, locale, parameters } = document
  const list = kind === 'list' ? (parameters as ListParameters) : undefined
  return requestDocument(trx, context.actor, {
    kind,
    subject_id,
    fingerprint,
    locale,
    // a receipt that shortens names does so when it is made again, too
    parameters: list ? { ...list, ...readerNow(context, list) } : parameters,
  })
}

function readerNow(context: RequestContext, { name }: ListParameters) {
  const { scope, roles } = readerOf(context, printables[name]!.access.print!)
  return { scope, roles }
}
