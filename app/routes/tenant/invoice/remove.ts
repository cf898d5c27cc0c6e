import { redirect } from '@remix-run/node'
import { removeDraft } from '#app/domain/billing/invoices/change-invoice.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'invoice.edit' } satisfies Handle

export const loader = () => redirect(paths.invoice.list())

export const action = versionVerb(
  'not_found.invoice',
  paths.invoice.view,
  async ({ trx, actor, context }, { id, version }) => {
    const student = await removeDraft(trx, actor, context.scope('invoice.edit'), id, version)
    return redirectWith(paths.invoice.list(), 'invoice_removed', { student })
  },
)
