import { redirect } from '@remix-run/node'
import { sendAgainForm, sendInvoiceAgain } from '#app/domain/billing/invoices/send-again.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'invoice.issue' } satisfies Handle

export const loader = () => redirect(paths.invoice.list())

export const action = rowVerb(
  sendAgainForm,
  'not_found.invoice',
  paths.invoice.view,
  async ({ trx, actor, context }, { id }) => {
    const { number, mailed_to } = await sendInvoiceAgain(trx, actor, context.scope('invoice.issue'), id)
    return redirectWith(paths.invoice.view(id), 'invoice_sent_again', { number, email: mailed_to })
  },
)
