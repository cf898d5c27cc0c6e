import { formatRinggit } from '#app/domain/core/money.ts'
import {
  approveFundMove,
  rejectFundMove,
  withdrawFundMove,
} from '#app/domain/giving/funds/change-fund-move.ts'
import { fundMove } from '#app/domain/giving/funds/find-fund-moves.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'fund_move',
  find: fundMove,
  shown: ({ type, target, amount_sen }, t) => ({
    subtitle: type,
    items: [
      { label: t('fund_move.recipient'), value: target },
      { label: t('fund_move.amount_sen'), value: formatRinggit(amount_sen) },
    ],
  }),
})

export const fundMoveRequest = {
  approve: kit.approve(approveFundMove, ({ amount_sen, type }) => [
    'fund_moved',
    { amount: formatRinggit(amount_sen), name: type },
  ]),
  reject: kit.decline('reject', rejectFundMove, ({ type }) => ['fund_move_rejected', { name: type }]),
  withdraw: kit.withdraw('fund_move.request', withdrawFundMove, ({ amount_sen, type }) => [
    'fund_move_withdrawn',
    { amount: formatRinggit(amount_sen), name: type },
  ]),
}
