import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type ListFormat, listFormats } from '#app/domain/core/documents/document.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { isListFileFormat } from '#app/print/list-file.ts'
import { paperIds } from '#app/print/papers/papers.tsx'
import { exportQuery, requestListDocument } from '#app/server/documents/document-requests.ts'
import { printableList, readTenantExport, redirectInvalidDays } from '#app/server/documents/list-export.ts'
import { listFile } from '#app/server/documents/table-file.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { searchIn } from '#app/server/lists/list-page.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Files of every list: CSV and XLSX at once, and any of them in the background. Each list names its own permission. */
export const handle = { access: 'signed-in' } satisfies Handle

/** CSV and XLSX at once. A PDF is only made by posting to its address; a GET leads back to the list. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const name = listName(params)
  const { format } = params
  if (isListFileFormat(format))
    return listFile(context, await readTenantExport(context, name, request), format)
  if (format !== 'pdf' && format !== 'papers') throw new Refusal('not_found.page')
  printableList(context, name)
  return redirect(paths.listed(name, exportQuery(request)))
}

export async function action(args: ActionFunctionArgs) {
  const { params, request, context } = args
  const format = listFormats.find((known): known is ListFormat => known === params.format)
  if (!format) throw new Refusal('not_found.page')
  const printable = printableList(context, listName(params))
  const { list, reader } = printable
  if (format === 'papers' && !list.papers) throw new Refusal('not_found.page')
  redirectInvalidDays(list, request)
  return submitVerb(args, noFields, paths.listed(listName(params), exportQuery(request)), async (work) => {
    // A refusal is shown now, instead of a job that fails later.
    if (format === 'papers') await paperIds(list, work.trx, reader, searchIn(request, list))
    return requestListDocument(work, printable, format, request)
  })
}
