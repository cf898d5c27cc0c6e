import { createHash } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { platformPaper } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Asks for the PDF of an invoice of the platform; the same as it stands now is the same document. */
export const handle = { access: 'subscription.print' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor, locale } = context
  const paper = await platformPaper(await context.read(), idOf(params, 'not_found.invoice'))
  const shown = createHash('sha256').update(JSON.stringify(paper)).digest('hex').slice(0, 32)
  const id = await context.write((trx) =>
    requestDocument(trx, actor, {
      kind: 'platform_invoice',
      subject_id: paper.invoice.id,
      fingerprint: `platform_invoice:${paper.invoice.id}:${locale}:${shown}`,
      locale,
    }),
  )
  return redirect(paths.document(id))
}
