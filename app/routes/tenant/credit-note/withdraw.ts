import { redirect } from '@remix-run/node'
import { withdrawNote } from '#app/domain/credit-notes/decide-note.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { askScope } from '#app/server/payments/credit-notes.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: { any: ['refund.create', 'refund.request'] } } satisfies Handle

export const loader = () => redirect(paths.creditNote.list())

export const action = rowVerb(
  noFields,
  'not_found.credit_note',
  paths.creditNote.view,
  async ({ trx, actor, context }, { id }) => {
    const { invoice } = await withdrawNote(trx, actor, askScope(context), id)
    return redirectWith(paths.creditNote.view(id), 'credit_note_withdrawn', { number: invoice ?? '' })
  },
)
