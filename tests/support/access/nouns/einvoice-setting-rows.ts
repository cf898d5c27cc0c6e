import { companyForm } from '#app/domain/einvoice/settings/company-form.ts'
import {
  connectionForm,
  obligationForm,
  settingVersionForm,
  workflowForm,
} from '#app/domain/einvoice/settings/setting-forms.ts'
import type { Row } from '../row.ts'

/** The settings of e-invoices, of which an organisation has one row. */
export const einvoiceSettingRows: Record<string, Row> = {
  'tenant/einvoice/settings/obligation/edit': {
    form: () => ({ turnover_band: 'to_5m', turnover_year: '2022', version: '0' }),
    schema: obligationForm,
  },
  'tenant/einvoice/settings/company': {
    form: () => ({
      ...{ name: 'Tadika Contoh Sdn Bhd', tin: 'C1234567890', id_type: 'BRN', id_value: '202001234567' },
      ...{ msic: '85102', address_line1: '1, Jalan Contoh', postcode: '43000', city: 'Kajang' },
      ...{ state_code: '10', phone: '012-345 6789', version: '0' },
    }),
    schema: companyForm,
  },
  'tenant/einvoice/settings/connection': {
    form: () => ({
      ...{ environment: 'sandbox', mode: 'direct', client_id: 'client-of-tadika-contoh' },
      ...{ secret: 'secret-of-tadika-contoh', secrets_end_on: '2099-12-31', version: '0' },
    }),
    schema: connectionForm,
  },
  // it calls another server
  'tenant/einvoice/settings/connection-try': { form: () => ({}) },
  // a file is sent in the tests of its own
  'tenant/einvoice/settings/certificate': { form: () => ({ version: '0' }) },
  'tenant/einvoice/settings/certificate-remove': {
    form: () => ({ version: '1' }),
    schema: settingVersionForm,
  },
  'tenant/einvoice/settings/workflow': {
    form: () => ({
      ...{
        document_version: '1.0',
        basis: 'on_paid',
        auto_submit: 'off',
        qr_position: 'bottom',
        version: '0',
      },
    }),
    schema: workflowForm,
  },
  'tenant/einvoice/settings/remove': { form: () => ({ version: '1' }), schema: settingVersionForm },
}
