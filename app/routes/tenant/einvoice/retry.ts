import { redirect } from '@remix-run/node'
import { retryDocument } from '#app/domain/einvoice/documents/change-document.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Sends a refused e-invoice again. */
export const handle = { access: 'einvoice.submit' } satisfies Handle

export const loader = () => redirect(paths.einvoice.list())

export const action = versionVerb(
  'not_found.einvoice',
  (id) => paths.einvoice.view(id),
  async ({ trx, actor, context }, { id, version }) => {
    const scope = context.scope('einvoice.submit')
    const number = await retryDocument(trx, actor, scope, keysOf(context), { id, version })
    return redirectWith(paths.einvoice.view(id), 'einvoice_retried', { number })
  },
)
