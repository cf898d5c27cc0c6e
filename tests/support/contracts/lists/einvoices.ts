import { documentList } from '#app/domain/einvoice/documents/find-documents.ts'
import { day, earlier, text } from '../told.ts'
import { dayOf, ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the e-invoices. */
export function einvoiceLists() {
  ofTenant(
    documentList,
    () => ({
      status: ['to_fix', ({ status }) => status === 'invalid'],
      type: ['03', ({ type }) => type === '03'],
      from: [day, ({ created_at }) => dayOf(created_at) >= day],
      to: [earlier, ({ created_at }) => dayOf(created_at) < day],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      parent_id: [rows().reportedFamily.id, ({ buyer_name }) => buyer_name === text],
    }),
    ({ branch }) => branch !== rows().far.name,
  )
}
