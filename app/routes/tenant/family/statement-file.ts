import type { LoaderFunctionArgs } from '@remix-run/node'
import { statementOf } from '#app/domain/families/statement.server.ts'
import { spanOf, statementColumns } from '#app/domain/families/statement.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { isListFileFormat, listFiles } from '#app/print/list-file.ts'
import { download } from '#app/server/documents/list-files.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The statement as a workbook or as CSV. */
export const handle = { access: 'statement.view' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { format } = params
  if (!isListFileFormat(format)) throw new Refusal('not_found.page')
  const { t } = context
  const span = spanOf(new URL(request.url).searchParams, context.today)
  const id = idOf(params, 'not_found.parent')
  const { head, rows } = await statementOf(await context.read(), context.scope('statement.view'), id, span)
  const { contentType, pieces: made } = listFiles[format]
  const listing = { name: 'statement', columns: statementColumns, chunks: [rows], note: () => undefined, t }
  const pieces: Uint8Array[] = []
  for await (const piece of made(listing)) pieces.push(piece)
  const name = `statement-${head.family_code}-${span.from}-${span.to}.${format}`
  return download(Buffer.concat(pieces), name, contentType)
}
