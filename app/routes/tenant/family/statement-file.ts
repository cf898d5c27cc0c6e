import type { LoaderFunctionArgs } from '@remix-run/node'
import { spanOf, statementColumns, statementOf } from '#app/domain/people/families/statement.ts'
import { tableFile } from '#app/server/documents/table-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The statement as a workbook or as CSV. */
export const handle = { access: 'statement.view' } satisfies Handle

export const loader = ({ params, request, context }: LoaderFunctionArgs) =>
  tableFile(context, params.format, async () => {
    const span = spanOf(new URL(request.url).searchParams, context.today)
    const id = idOf(params, 'not_found.parent')
    const { head, rows } = await statementOf(await context.read(), context.scope('statement.view'), id, span)
    const file = `statement-${head.family_code}-${span.from}-${span.to}`
    return { name: 'statement', file, columns: statementColumns, rows }
  })
