import {
  approveMove,
  rejectMove,
  withdrawMove,
} from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { creditMove } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'credit_move',
  find: creditMove,
  shown: ({ parent, to_parent, amount_sen }, t) => ({
    subtitle: parent,
    items: [
      { label: t('credit_move.to_parent'), value: to_parent },
      { label: t('credit_move.amount_sen'), value: formatRinggit(amount_sen) },
    ],
  }),
})

export const creditMoveRequest = {
  approve: kit.approve(approveMove, ({ amount_sen, to_parent }) => [
    'credit_moved',
    { amount: formatRinggit(amount_sen), name: to_parent },
  ]),
  reject: kit.decline('reject', rejectMove, ({ to_parent }) => ['credit_move_rejected', { name: to_parent }]),
  withdraw: kit.withdraw('credit_move.request', withdrawMove, ({ amount_sen, to_parent }) => [
    'credit_move_withdrawn',
    { amount: formatRinggit(amount_sen), name: to_parent },
  ]),
}
