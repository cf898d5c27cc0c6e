import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { spanOf, statementOf } from '#app/domain/people/families/statement.ts'
import { paths } from '#app/paths.ts'
import { statementFingerprint } from '#app/print/statement/fingerprint.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/**
 * Asks for the PDF of a statement and leads to the page where it appears. A link, though it writes: the same statement
 * asked for again is the same document.
 */
export const handle = { access: 'statement.view' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { actor, locale, labels, today } = context
  const subject_id = idOf(params, 'not_found.parent')
  const span = spanOf(new URL(request.url).searchParams, today)
  const scope = context.scope('statement.view')
  const { rows } = await statementOf(await context.read(), scope, subject_id, span)
  const id = await context.write((trx) =>
    requestDocument(trx, actor, {
      ...{ kind: 'statement', subject_id, parameters: span, locale },
      fingerprint: statementFingerprint(subject_id, span, rows, locale, labels),
    }),
  )
  return redirect(paths.document(id))
}
