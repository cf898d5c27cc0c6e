import {
  approveArrangement,
  endArrangement,
  rejectArrangement,
  withdrawArrangement,
} from '#app/domain/billing/arrangements/change-arrangement.ts'
import { arrangementOf } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'arrangement',
  find: arrangementOf,
  shown: ({ parent, total_sen, came_sen }, t) => ({
    subtitle: parent,
    items: [
      { label: t('arrangement.total_sen'), value: formatRinggit(total_sen) },
      { label: t('arrangement.came_sen'), value: formatRinggit(came_sen) },
    ],
  }),
})

export const arrangementRequest = {
  approve: kit.approve(approveArrangement, ({ parent }) => ['arrangement_agreed', { name: parent }]),
  reject: kit.decline('reject', rejectArrangement, ({ parent }) => [
    'arrangement_rejected',
    { name: parent },
  ]),
  end: kit.decline(
    'end',
    endArrangement,
    ({ parent }) => ['arrangement_ended', { name: parent }],
    (t) => t('arrangement.end_text'),
  ),
  withdraw: kit.withdraw('arrangement.request', withdrawArrangement, ({ parent }) => [
    'arrangement_withdrawn',
    { name: parent },
  ]),
}
