import { button, page, pages } from './pages.ts'

export const einvoice = pages('tenant/einvoice', {
  list: page('/einvoice', 'einvoice.view'),
  /** Of one invoice (`?invoice=`) or credit note (`?credit_note=`), or of all that have none yet. */
  new: page('/einvoice/new', 'einvoice.submit'),
  view: page('/einvoice/view/:id', 'einvoice.view'),
  retry: button('/einvoice/retry/:id', 'einvoice.submit'),
  cancel: page('/einvoice/cancel/:id', 'einvoice.cancel'),
})
