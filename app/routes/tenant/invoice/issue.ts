import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { issueInvoice } from '#app/domain/invoices/change-invoice.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'invoice.issue' } satisfies Handle

export const loader = () => redirect(paths.invoice.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.invoice')
  const page = paths.invoice.view(id)
  return submitVerb(args, versionForm, page, async ({ trx, actor, context, today }, { version }) => {
    const scope = context.scope('invoice.issue')
    const number = await issueInvoice(trx, actor, scope, id, version, today)
    return redirectWith(page, 'invoice_issued', { number })
  })
}
