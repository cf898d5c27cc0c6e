import { invoiceSettingForm } from '#app/domain/billing/invoice-settings/invoice-settings.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { bankChangeForm, confirmBankForm } from '#app/domain/organisation/bank-changes/bank-change.ts'
import { brandForm, brandPictureNames } from '#app/domain/organisation/brand/brand.ts'
import { yearForm } from '#app/domain/organisation/entities/entity-form.ts'
import {
  mailCodeForm,
  mailServerForm,
  testMailForm,
} from '#app/domain/organisation/mail-server/mail-server.ts'
import { ownDomainForm } from '#app/domain/organisation/own-domain/own-domain.ts'
import { dayRequestForm } from '#app/domain/platform/payouts/payout-day.ts'
import { type Row, verb, view } from '#tests/support/access/row.ts'
import { next } from '#tests/support/database/factories.ts'
import { account_number } from './bank-nouns.ts'
import { helpRows } from './help.ts'

let invoice_version = 0
const pictures = brandPictureNames.map((picture) => ({ picture }))

/** What an organisation sets up for itself. */
export const ownSettingRows: Record<string, Row> = {
  ...helpRows,
  // what is sent is a file, which a test of its own sends
  'tenant/setting/bank/change': {
    form: () => ({ bank_code: 'MB2U0227', account_name: 'Tadika Sinar', account_number }),
    schema: bankChangeForm,
  },
  'tenant/setting/bank/day': {
    form: () => ({ payout_frequency: 'monthly', month_day: '12' }),
    schema: dayRequestForm,
  },
  'tenant/setting/bank/day-withdraw': verb('dayRequest'),
  'tenant/setting/bank/letter': view('bankChange'),
  'tenant/setting/bank/withdraw': verb('bankChange'),
  'main/entity-bank/view': view('anyBankChange'),
  'main/entity-bank/letter': view('anyBankChange'),
  'main/entity-bank/confirm': {
    of: 'anyBankChange',
    form: () => ({ account_number, version: '1' }),
    schema: confirmBankForm,
  },
  'main/entity-bank/refuse': {
    of: 'anyBankChange',
    form: () => ({ decision_reason: 'Nombor dalam surat lain' }),
    schema: declineForm,
  },
  'tenant/setting/brand/colour': {
    form: () => ({ theme_colour: '#123456', version: '1' }),
    schema: brandForm,
  },
  // it takes a picture, which a test of its own sends; and there is none to be shown or removed
  'tenant/setting/brand/picture': { params: pictures },
  'tenant/setting/brand/remove': { params: pictures, leadsOn: true },
  'tenant/setting/brand/file': { params: pictures, absent: true },
  'tenant/setting/domain/edit': {
    form: () => ({ domain: `yuran-${next()}.sinar.test`, version: '1' }),
    schema: ownDomainForm,
  },
  // there is none to be checked or removed
  'tenant/setting/domain/check': { leadsOn: true },
  'tenant/setting/domain/remove': { leadsOn: true },
  'tenant/setting/invoice/edit': {
    // both settings are written each time
    form: () => ({
      ...{ invoice_prefix: 'INV', payment_prefix: 'RCP', credit_note_prefix: 'CN', refund_prefix: 'RF' },
      ...{ application_prefix: 'APP', infaq_prefix: 'INF', zakat_prefix: 'ZKT', due_days: '7' },
      version: String(2 * invoice_version++),
    }),
    schema: invoiceSettingForm,
  },
  'tenant/setting/year': {
    form: () => ({ academic_year_start_month: '1', version: '1' }),
    schema: yearForm,
  },
  'tenant/setting/mail/edit': {
    form: () => ({
      ...{ host: 'smtp.sinar.test', port: '587', sender_name: 'Sinar', sender_email: 'pejabat@sinar.test' },
      version: '1',
    }),
    schema: mailServerForm,
  },
  // there is no server of which a test mail could tell, and so no code
  'tenant/setting/mail/test': { schema: testMailForm },
  'tenant/setting/mail/verify': { schema: mailCodeForm },
  'tenant/setting/mail/remove': { leadsOn: true },
}
