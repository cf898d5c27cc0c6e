import { redirect } from '@remix-run/node'
import { withdrawMove } from '#app/domain/credit-moves/change-credit-move.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_move.request' } satisfies Handle

export const loader = () => redirect(paths.creditMove.list())

export const action = rowVerb(
  noFields,
  'not_found.credit_move',
  paths.creditMove.view,
  async ({ trx, actor, context }, { id }) => {
    const { amount_sen, to_parent } = await withdrawMove(trx, actor, context.scope('credit_move.request'), id)
    const words = { amount: formatRinggit(amount_sen), name: to_parent }
    return redirectWith(paths.creditMove.view(id), 'credit_move_withdrawn', words)
  },
)
