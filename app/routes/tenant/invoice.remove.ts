import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeDraft } from '#app/domain/invoices/drafts.server.ts'
import { versionForm } from '#app/domain/invoices/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

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
