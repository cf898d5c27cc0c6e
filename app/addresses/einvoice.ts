import { button, page, pages } from './pages.ts'

export const einvoice = pages('tenant/einvoice', {
  list: page('/einvoice', 'einvoice.view'),
  /** Of one invoice (`?invoice=`) or credit note (`?credit_note=`), or of all that have none yet. */
  new: page('/einvoice/new', 'einvoice.submit'),
  view: page('/einvoice/view/:id', 'einvoice.view'),
  retry: button('/einvoice/retry/:id', 'einvoice.submit'),
  cancel: page('/einvoice/cancel/:id', 'einvoice.cancel'),
})

export const einvoiceSetting = pages('tenant/einvoice/settings', {
  index: page('/einvoice/settings', 'einvoice_setting.view', 'overview'),
  obligation: page('/einvoice/settings/obligation', 'einvoice_setting.view', 'obligation/view'),
  obligationEdit: page('/einvoice/settings/obligation/edit', 'einvoice_setting.edit', 'obligation/edit'),
  company: page('/einvoice/settings/company', 'einvoice_setting.edit'),
  connection: page('/einvoice/settings/connection', 'einvoice_setting.edit'),
  connectionTry: button('/einvoice/settings/connection/try', 'einvoice_setting.edit'),
  certificate: page('/einvoice/settings/certificate', 'einvoice_setting.edit'),
  certificateRemove: button('/einvoice/settings/certificate/remove', 'einvoice_setting.edit'),
  workflow: page('/einvoice/settings/workflow', 'einvoice_setting.edit'),
  remove: button('/einvoice/settings/remove', 'einvoice_setting.edit'),
})
