import { redirect } from '@remix-run/node'
import { approveNote } from '#app/domain/credit-notes/decide-note.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'refund.approve' } satisfies Handle

export const loader = () => redirect(paths.creditNote.list())

export const action = rowVerb(
  noFields,
  'not_found.credit_note',
  paths.creditNote.view,
  async ({ trx, actor, context, today }, { id }) => {
    const { number, credit_sen } = await approveNote(trx, actor, context.scope('refund.approve'), id, today)
    const flash = credit_sen > 0 ? 'credit_note_approved_credit' : 'credit_note_approved'
    return redirectWith(paths.creditNote.view(id), flash, { number, amount: formatRinggit(credit_sen) })
  },
)
