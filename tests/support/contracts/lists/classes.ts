import { closureList } from '#app/domain/classes/closures/find-closures.ts'
import { paySheetList } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { day, earlier } from '../told.ts'
import { ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of classes at work. */
export function classLists() {
  ofTenant(
    closureList,
    () => ({
      from: [day, ({ ends_on }) => ends_on >= day],
      to: [earlier, ({ starts_on }) => starts_on <= earlier],
      branch_id: [rows().far.id, ({ branch }) => branch === null || branch === rows().far.name],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    paySheetList,
    () => ({
      status: ['submitted', ({ status }) => status === 'submitted'],
      trainer_id: [rows().payee.id, ({ trainer }) => trainer === rows().payee.name],
      month: ['2026-03', ({ month_name }) => month_name === '2026-03'],
    }),
    ({ total_sen }) => total_sen !== 12_000,
  )
}
