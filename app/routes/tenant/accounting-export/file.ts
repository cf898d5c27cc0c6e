import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { linesOf, madeExport } from '#app/domain/reporting/archives/accounting/find-exports.ts'
import { fileNameOf, fileOf, isShape } from '#app/domain/reporting/archives/accounting/shapes.ts'
import { download } from '#app/server/documents/table-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The file of an export in the shape of a package: the same bytes each time, with their SHA-256 as its tag. */
export const handle = { access: 'month.print' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.accounting_export')
  const { shape } = params
  if (!isShape(shape)) throw new Refusal('not_found.page')
  const { head, bytes } = await context.report(async (db) => {
    const head = await madeExport(db, id)
    const pieces: Uint8Array[] = []
    for await (const piece of fileOf(shape, head, linesOf(db, id))) pieces.push(piece)
    return { head, bytes: Buffer.concat(pieces) }
  })
  const response = download(bytes, fileNameOf(shape, head), 'text/csv; charset=utf-8')
  response.headers.set('etag', `"${createHash('sha256').update(bytes).digest('hex')}"`)
  return response
}
