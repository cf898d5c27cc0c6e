import { closureList } from '#app/domain/classes/closures/find-closures.ts'
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
}
