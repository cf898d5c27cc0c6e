import { areas } from '#app/addresses/areas.ts'
import { fileOf, type Page, type Pages } from '#app/addresses/pages.ts'
import { closeForm, monthOf, reopenForm } from '#app/domain/accounting/months/month.ts'
import { anchorMailForm, verifyForm } from '#app/domain/audit/seals/verify.ts'
import { amendForm, invoiceForm, issueForm, severalForm } from '#app/domain/billing/invoices/invoice.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { labelForm, labelResetForm } from '#app/domain/core/labels/label.ts'
import { applicationSettingForm } from '#app/domain/enrolment/applications/settings.ts'
import {
  codeForm,
  confirmForm,
  contactForm,
  phoneForm,
  signInForm,
} from '#app/domain/identity/accounts/account-forms.ts'
import { factCodeForm, factForm } from '#app/domain/identity/codes/second-fact.ts'
import { contactForm as reachForm } from '#app/domain/organisation/entities/entity-form.ts'
import {
  approveForm,
  cancelForm,
  cancelInvoiceForm,
  rejectForm,
} from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { chipAccountForm } from '#app/domain/payments/chip/account.ts'
import { traceForm } from '#app/domain/payments/payments/payer-lookup.ts'
import { findToPayForm, recordForm } from '#app/domain/payments/payments/payment.ts'
import { checkForm } from '#app/domain/payments/verification/check-paper.ts'
import { chipSandbox } from '#app/integrations/chip/config.ts'
import { printables } from '#app/print/lists.ts'
import { listName } from '#app/server/routing/params.ts'
import { announcementRows } from '#tests/support/access/nouns/announcement.ts'
import { archiveRows } from '#tests/support/access/nouns/archives.ts'
import { arrangementRows } from '#tests/support/access/nouns/arrangement.ts'
import { bankRows } from '#tests/support/access/nouns/bank.ts'
import { classSessionRows } from '#tests/support/access/nouns/class-session.ts'
import { counterRows } from '#tests/support/access/nouns/counter.ts'
import { creditMoveRows } from '#tests/support/access/nouns/credit-move.ts'
import { creditNoteRows } from '#tests/support/access/nouns/credit-note-rows.ts'
import { creditRefundRows } from '#tests/support/access/nouns/credit-refund.ts'
import { einvoiceRows } from '#tests/support/access/nouns/einvoice.ts'
import { exceptionRows } from '#tests/support/access/nouns/exception.ts'
import { generationRows } from '#tests/support/access/nouns/generation.ts'
import { givingRows } from '#tests/support/access/nouns/giving.ts'
import { helpPageRows, ownLegalRows } from '#tests/support/access/nouns/help-page.ts'
import { importRows } from '#tests/support/access/nouns/import.ts'
import { leaveRequestRows } from '#tests/support/access/nouns/leave-request.ts'
import { markingRows } from '#tests/support/access/nouns/marking.ts'
import { messageRows } from '#tests/support/access/nouns/message.ts'
import { messageCreditRows } from '#tests/support/access/nouns/message-credit.ts'
import { ownMoneyRows } from '#tests/support/access/nouns/money.ts'
import { ownSettingRows } from '#tests/support/access/nouns/own-rows.ts'
import { paySheetRows } from '#tests/support/access/nouns/pay-sheet.ts'
import { payerRows } from '#tests/support/access/nouns/payer-rows.ts'
import { reminderRows } from '#tests/support/access/nouns/reminder.ts'
import { rolloverRows } from '#tests/support/access/nouns/rollover.ts'
import { savedReportRows } from '#tests/support/access/nouns/saved-report.ts'
import { ownSubscriptionRows } from '#tests/support/access/nouns/subscription.ts'
import { slipRows } from '#tests/support/access/nouns/transfer-slip.ts'
import { next } from '../database/factories.ts'
import { familyRows } from './family-rows.ts'
import { einvoiceSettingRows } from './nouns/einvoice-setting-rows.ts'
import { isNoun } from './nouns.ts'
import { resourceRows } from './resource-rows.ts'
import { inDays, inFormats, list, logs, names, type Row, reports, today, verb, version, view } from './row.ts'
import { apiRows } from './rows-api.ts'
import { catalogueRows } from './rows-catalogue.ts'
import { mainRows } from './rows-main.ts'
import { peopleRows } from './rows-people.ts'
import { registerRows } from './rows-register.ts'
import { rolledUpRows } from './rows-rolled-up.ts'

const reason = 'Dibilkan dua kali, lihat buku'
const aLine = { 'items[0].description': 'Yuran', 'items[0].quantity': '1', 'items[0].price': '50.00' }
const printing = (params: Record<string, string>) => printables[listName(params)]!.access.print!
let setting_version = 1
let label_version = 0

/** Routes of the tenant hosts and of both. */
const pageRows: Record<string, Row> = {
  // Tenant hosts
  'tenant/home': { goes: /^\/dashboard$/ },
  'tenant/login/email': {
    goes: /^\/dashboard$/,
    form: () => ({ email: 'nobody@school.test', password: 'wrong password' }),
    schema: signInForm,
  },
  'tenant/login/phone': {
    goes: /^\/dashboard$/,
    form: () => ({ phone: '+60190000001', channel: 'sms' }),
    schema: phoneForm,
  },
  'tenant/login/phone-code': {
    goes: /^\/dashboard$/,
    form: () => ({ code: '000000' }),
    schema: codeForm,
  },
  'tenant/login/phone-again': { form: () => ({}) },
  // only after a code, so it leads back to the phone
  'tenant/login/phone-fact': {
    goes: /^\/(dashboard|login\/phone)$/,
    form: () => ({ family_code: 'AAAAAAAA' }),
    schema: factForm,
  },
  'tenant/login/phone-fact-mail': {
    goes: /^\/(dashboard|login\/phone)$/,
    form: () => ({ code: '000000' }),
    schema: factCodeForm,
  },
  'tenant/login/ticket': { form: () => ({ ticket: 'none' }) },
  'tenant/pay': { form: () => ({ number: 'INV-0000', family_code: 'AAAAAAAA' }), schema: findToPayForm },
  'tenant/trace/find': { form: () => ({ id: 'LN0000', amount: '1.00' }), schema: traceForm },
  'tenant/trace/view': { params: [{ token: 'none' }], absent: true },
  'tenant/verify': { form: () => ({ number: 'RCP-0000', check_code: '0000000000' }), schema: checkForm },
  'tenant/forgot': { form: () => ({ email: 'nobody@school.test' }) },
  'tenant/reset': { form: () => ({ token: 'none', password: 'pisang goreng 43' }) },
  'tenant/confirm': {
    ownWall: true,
    goes: /^\/dashboard$/,
    form: () => ({ password: 'wrong password' }),
    schema: confirmForm,
  },
  'tenant/setting/set-up-hide': { goes: /^\/dashboard$/, form: () => ({}) },
  // these change the session that sends them, so their forms are tried in the tests of their own
  'tenant/profile/avatar-remove': { form: () => ({}) },
  // nothing of theirs waits for a code, so the page leads back
  'tenant/profile/contact': { goes: /^\/profile$/, form: () => ({ code: '000000' }), schema: codeForm },
  'tenant/profile/contact-send': { form: () => ({ kind: 'phone' }) },
  'tenant/profile/contact-cancel': { form: () => ({ kind: 'phone' }) },
  'tenant/profile/picture': { of: 'account', absent: true },
  'tenant/profile/session-end': verb('session'),
  'tenant/profile/sessions-end': { form: () => ({}) },
  'tenant/invoice/new': {
    of: 'student',
    query: '?student_id={id}',
    form: () => ({ due_on: inDays(7), step: 'draft', ...aLine }),
    schema: invoiceForm,
  },
  // whom it is about is in the form; a stranger's student is tried in the tests of its own
  'tenant/invoice/several': {
    form: () => ({ due_on: inDays(7), step: 'draft', ...aLine }),
    schema: severalForm,
  },
  'tenant/invoice/edit': {
    of: 'draft',
    form: (thing) => ({ due_on: inDays(7), step: 'draft', ...aLine, ...version(thing) }),
    schema: invoiceForm,
  },
  'tenant/invoice/issue': {
    of: 'draft',
    form: (thing) => ({ send: 'none', ...version(thing) }),
    schema: issueForm,
  },
  'tenant/invoice/amend': {
    of: 'invoice',
    form: (thing) => ({ due_on: inDays(20), reason, ...aLine, ...version(thing) }),
    schema: amendForm,
  },
  'tenant/invoice/cancel': {
    of: 'invoice',
    form: (thing) => ({ reason, ...version(thing) }),
    schema: cancelInvoiceForm,
  },
  'tenant/invoice/remove': verb('draft', version, versionForm),
  'tenant/invoice/pay': {
    of: 'invoice',
    form: () => ({ method: 'cash', amount: '1.00', paid_on: today }),
    schema: recordForm,
  },
  'tenant/payment/cancel': {
    of: 'payment',
    form: (thing) => ({ reason, ...version(thing) }),
    schema: cancelForm,
  },
  'tenant/cancel-request/approve': verb('cancel_request', () => ({}), approveForm),
  'tenant/cancel-request/reject': {
    of: 'cancel_request',
    form: () => ({ note: reason }),
    schema: rejectForm,
  },
  ...exceptionRows,
  ...ownMoneyRows,
  'tenant/month/view': { params: [{ month: monthOf(today) }] },
  'tenant/month/close': {
    params: [{ month: monthOf(today) }],
    leadsOn: true,
    form: () => ({}),
    schema: closeForm,
  },
  'tenant/month/reopen': {
    params: [{ month: monthOf(today) }],
    form: () => ({ reason }),
    schema: reopenForm,
  },
  'tenant/document/view': {
    of: 'document',
    needs: () => 'invoice.print',
    lacking: 'missing',
    form: () => ({}),
  },
  'tenant/document/file': { of: 'document', needs: () => 'invoice.print', lacking: 'missing' },
  'tenant/list/print': { params: names(printables), needs: printing },
  'tenant/list/export': {
    params: inFormats(names(printables), ['csv', 'xlsx', 'pdf']),
    needs: printing,
    form: () => ({}),
  },
  'tenant/report.print': { params: reports(printables), needs: printing },
  'tenant/report.export': {
    params: inFormats(reports(printables), ['csv', 'xlsx', 'pdf']),
    needs: printing,
    form: () => ({}),
  },
  'tenant/log.print': { params: logs(printables), needs: printing },
  'tenant/log.export': {
    params: inFormats(logs(printables), ['csv', 'xlsx', 'pdf']),
    needs: printing,
    form: () => ({}),
  },
  'tenant/invitation': {
    form: () => ({ password: 'pisang goreng 43', password_confirmation: 'pisang goreng 43' }),
  },
  'tenant/setting/application': {
    form: () => ({ notify_staff: 'on', class_admin_approves: 'on', version: String(setting_version++) }),
    schema: applicationSettingForm,
  },
  'tenant/setting/chip/edit': {
    form: () => ({
      brand_id: chipSandbox.brandId,
      mode: 'live',
      version: '0',
      live_key: chipSandbox.liveKey,
    }),
    schema: chipAccountForm,
  },
  // it calls another server
  'tenant/setting/chip/try': { form: () => ({}) },
  'tenant/setting/contact': {
    form: () => ({ contact_phone: '03-5510 1234', contact_email: 'pejabat@sinar.test', version: '1' }),
    schema: reachForm,
  },
  'tenant/setting/label': {
    form: () => ({
      locale: 'en',
      version: String(label_version++),
      intent: 'save',
      student_one: `Murid ${next()}`,
    }),
    schema: labelForm,
  },
  'tenant/setting/label-reset': {
    form: () => ({ locale: 'en', version: String(label_version++), key: 'student' }),
    schema: labelResetForm,
  },
  'tenant/log/audit-view': view('auditEntry'),
  'tenant/log/audit-verify': { form: () => ({ verify: 'yes', code: 'none' }), schema: verifyForm },
  'tenant/log/audit-anchor-mail': { form: () => ({ anchor_mail: 'on' }), schema: anchorMailForm },
  ...generationRows,
  ...arrangementRows,
  ...classSessionRows,
  ...markingRows,
  ...archiveRows,
  ...paySheetRows,
  ...creditMoveRows,
  ...leaveRequestRows,
  ...messageRows,
  ...einvoiceRows,
  ...creditNoteRows,
  ...bankRows,
  ...counterRows,
  ...creditRefundRows,
  ...slipRows,
  ...einvoiceSettingRows,
  ...ownSettingRows,
  ...messageCreditRows,
  ...ownSubscriptionRows,
  ...givingRows,
  ...announcementRows,
  ...reminderRows,
  ...rolloverRows,
  ...helpPageRows,
  ...ownLegalRows,
  ...savedReportRows,
  ...importRows,
  ...peopleRows,
  ...catalogueRows,
  ...familyRows,
  ...registerRows,
  ...rolledUpRows,
  ...resourceRows('branch', 'spareBranch'),
  ...resourceRows('department', 'department'),

  // Both hosts
  'shared/invoice/file': view('invoice'),
  'shared/invoice/pdf': view('invoice'),
  'shared/invoice/status': view('invoice'),
  ...payerRows,
  'shared/payment/waiting': { params: [{ token: 'none' }], goes: /^\/payment\/returned$/ },
  'shared/login/organisation': {
    form: () => ({ contact: 'nobody@school.test', channel: 'sms' }),
    schema: contactForm,
  },
  'shared/logout': { goes: /^\/(admin\/)?login$|^\/$/, form: () => ({}) },
  'shared/language': { params: [{ locale: 'en' }, { locale: 'my' }], goes: /^\/$/ },
  'shared/not-found': { params: [{ '*': 'nowhere' }] },
}

/** Of an address without parameters, or about the noun whose page it is. */
const usual: Record<string, Row> = Object.fromEntries(
  Object.values(areas)
    .flatMap((area) => Object.entries<Pages>(area))
    .flatMap(([name, noun]) =>
      Object.entries(noun.pages).flatMap(([key, page]) => {
        const row = usualRow(name, page)
        return row ? [[page.id ?? fileOf(noun, key, page), row]] : []
      }),
    ),
)

/** A row for each route, by its id without `routes/`. A route without one fails the test of access. */
export const rows: Record<string, Row> = { ...usual, ...pageRows, ...mainRows, ...apiRows }

function usualRow(noun: string, { address, kind }: Page): Row | undefined {
  if (!/[:*]/.test(address)) return list
  if (!isNoun(noun) || !/^[^:]*\/:id$/.test(address)) return undefined
  return kind === 'button' ? verb(noun) : view(noun)
}
