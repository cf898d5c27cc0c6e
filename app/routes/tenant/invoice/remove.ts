import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { removeDraft } from '#app/domain/invoices/drafts.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'invoice.edit' } satisfies Handle

export const loader = () => redirect(paths.invoice.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.invoice')
  return submitVerb(
    args,
    versionForm,
    paths.invoice.view(id),
    async ({ trx, actor, context }, { version }) => {
      const student = await removeDraft(trx, actor, context.scope('invoice.edit'), id, version)
      return redirectWith(paths.invoice.list(), 'invoice_removed', { student })
    },
  )
}
