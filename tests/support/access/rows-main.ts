import { z } from 'zod'
import { verifyForm } from '#app/domain/audit/seals/verify.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { statusForm, versionForm } from '#app/domain/core/fields.ts'
import { holidayForm } from '#app/domain/core/holidays/holiday.ts'
import { noteForm, resolveForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { chooseForm, codeForm, confirmForm, signInForm } from '#app/domain/identity/accounts/account-forms.ts'
import { domainOffForm } from '#app/domain/organisation/own-domain/own-domain.ts'
import { entityEditForm, entityStatusForm } from '#app/domain/platform/entities/change-entity.ts'
import { operatorForm, ownProfileForm } from '#app/domain/platform/operators/operator.ts'
import { packageForm } from '#app/domain/platform/packages/package.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { newId } from '#db/id.ts'
import { operatorGivingRows } from '#tests/support/access/nouns/giving.ts'
import { legalRows } from '#tests/support/access/nouns/help-page.ts'
import { operatorMoneyRows } from '#tests/support/access/nouns/money.ts'
import { registrationRows } from '#tests/support/access/nouns/registration-rows.ts'
import { operatorSubscriptionRows } from '#tests/support/access/nouns/subscription.ts'
import { next } from '#tests/support/database/factories.ts'
import { newEntity } from '#tests/support/database/new-entity.ts'
import { inFormats, logs, names, type Row, verb, version, view } from './row.ts'

const printing = ({ name, log }: Record<string, string>) =>
  operatorPrintables[name ?? `log/${log}`]!.access.print!
const anOperator = () => ({
  name: 'Puan Baharu',
  email: `baharu-${next()}@lunas.test`,
  role: 'support',
  locale: 'en',
})

const aHoliday = () => ({ name: 'Hari Uji', closed_on: addDays('2030-01-01', next() % 20_000) })

const aPackage = () => ({
  ...{ code: `PAKEJ${next()}`, name: 'Pakej Uji', registration_fee_sen: '0', yearly_fee_sen: '480' },
  ...{ transaction_fee_sen: '1', transaction_fee_b2b1_sen: '2', included_credit: '0' },
  ...{ trial_days: '0', sort_order: '9' },
})
const anEntity = () => {
  const { subdomain: _, ...said } = newEntity()
  return { ...said, name: 'Pusat Baharu' }
}
/** A registration that nobody has begun, for pages to which only its code leads. */
const unbegun: Row = { params: [{ code: 'abcdefghjkmnpqrstuvwxyz234' }], absent: true }
const ofUnbegun = 'package organisation contact subdomain bank documents document-remove connections review'

/** The front door, which is open to everybody. */
const frontRows: Record<string, Row> = {
  'main/register/continue': { form: () => ({ code: 'none' }), schema: z.object({ code: z.string() }) },
  'main/register/begin': { form: () => ({}) },
  ...Object.fromEntries(
    `resume forget done ${ofUnbegun}`.split(' ').map((page) => [`main/register/${page}`, unbegun]),
  ),
  'main/register/document': { ...unbegun, params: [{ ...unbegun.params![0], id: newId() }] },
}

/** Routes of the main host. */
export const mainRows: Record<string, Row> = {
  'main/home': { goes: /^\/admin\/dashboard$/ },
  ...frontRows,
  'main/login/email': {
    goes: /^\/admin\/dashboard$/,
    form: () => ({ email: 'nobody@lunas.test', password: 'wrong password' }),
    schema: signInForm,
  },
  'main/forgot': { form: () => ({ email: 'nobody@lunas.test' }) },
  'main/reset': { form: () => ({ token: 'none', password: 'pisang goreng 43' }) },
  'main/confirm': {
    ownWall: true,
    goes: /^\/admin\/dashboard$/,
    form: () => ({ password: 'wrong password' }),
    schema: confirmForm,
  },
  'main/login/organisation-code': { form: () => ({ code: '000000' }), schema: codeForm },
  'main/login/organisation-again': { form: () => ({}) },
  'main/login/organisation-choose': {
    form: () => ({ entity_id: '0198f000-0000-7000-8000-00000000dead' }),
    schema: chooseForm,
  },
  ...legalRows,
  ...operatorMoneyRows,
  'main/payment-exception/view': view('orphan'),
  'main/payment-exception/take': verb('orphan'),
  'main/payment-exception/note': {
    of: 'orphan',
    form: () => ({ body: 'Telefon bank, kes 4711', note_id: newId() }),
    schema: noteForm,
  },
  'main/payment-exception/resolve': {
    of: 'orphan',
    form: () => ({ decision: 'wrong_alarm', version: '1', words: 'Bank mengesahkan tiada debit' }),
    schema: resolveForm,
  },
  'main/payment-exception/confirm': verb('proposedOrphan'),
  'main/payment-exception/reject': verb('proposedOrphan'),
  ...operatorGivingRows,
  'main/job/view': view('failedJob'),
  'main/job/retry': verb('failedJob'),
  'main/list/print': { params: names(operatorPrintables), needs: printing },
  'main/list/export': { params: inFormats(names(operatorPrintables), ['csv', 'xlsx']), needs: printing },
  'main/log.print': { params: logs(operatorPrintables), needs: printing },
  'main/log.export': { params: inFormats(logs(operatorPrintables), ['csv', 'xlsx']), needs: printing },
  // the log of what was done is seen whole, or only what the reader did
  'main/log/audit-view': { of: 'platformEntry', allWith: 'admin.audit.view' },
  // to verify with no code is to verify: it writes what was found
  'main/log/audit-verify': { form: () => ({ verify: 'yes', code: 'none' }), schema: verifyForm },
  'main/login/code': { goes: /^\/admin\/(dashboard|login)$/, form: () => ({ code: '000000' }) },
  'main/invitation': {
    form: () => ({ password: 'pisang goreng 43', password_confirmation: 'pisang goreng 43' }),
  },
  // pages of one's own account look at the session by themselves
  'main/second-factor/set-up': { ownWall: true, form: () => ({ offer: 'none', code: '000000' }) },
  // with no second factor its page leads to setting one up; nothing is needed to get new codes
  'main/second-factor/codes': { ownWall: true, needsFactor: true, form: () => ({}) },
  'main/second-factor/off': { form: () => ({}) },
  'main/entity/edit': {
    of: 'entity',
    form: (thing) => ({ ...anEntity(), ...version(thing) }),
    schema: entityEditForm,
  },
  'main/entity/status': {
    of: 'entity',
    form: (thing) => ({ status: 'inactive', inactive_reason: 'Tidak menjawab lagi', ...version(thing) }),
    schema: entityStatusForm,
  },
  'main/entity/domain-off': {
    of: 'entity',
    form: (thing) => ({ reason: 'Menghala ke laman palsu', ...version(thing) }),
    schema: domainOffForm,
  },
  'main/entity/domain-allow': verb('entity', version, versionForm),
  'main/entity/note': {
    of: 'entity',
    form: () => ({ body: 'Telefon pejabat, kes 4711', note_id: newId() }),
    schema: noteForm,
  },
  'main/holiday/new': { form: aHoliday, schema: holidayForm },
  'main/holiday/edit': {
    of: 'holiday',
    form: (thing) => ({ ...aHoliday(), ...version(thing) }),
    schema: holidayForm,
  },
  'main/holiday/remove': verb('holiday', version, versionForm),
  ...registrationRows,
  ...operatorSubscriptionRows,
  'main/feature/view': { params: [{ code: 'api' }] },
  'main/feature/status': {
    params: [{ code: 'api' }],
    leadsOn: true,
    form: () => ({ status: 'active', version: '1' }),
    schema: statusForm,
  },
  'main/package/new': { form: aPackage, schema: packageForm },
  'main/package/edit': {
    of: 'package',
    form: (thing) => ({ ...aPackage(), ...version(thing) }),
    schema: packageForm,
  },
  'main/package/status': verb('package', (thing) => ({ status: 'inactive', ...version(thing) }), statusForm),
  'main/package/remove': verb('package', version, versionForm),
  'main/operator/new': { form: anOperator, schema: operatorForm },
  'main/operator/edit': {
    of: 'operator',
    form: (thing) => ({ ...anOperator(), ...version(thing) }),
    schema: operatorForm,
  },
  'main/operator/status': verb(
    'operator',
    (thing) => ({ status: 'inactive', ...version(thing) }),
    statusForm,
  ),
  'main/operator/remove': verb('operator', version, versionForm),
  'main/operator/second-factor': verb('operator', version, versionForm),
  'main/operator/invite': verb('invitedOperator', version, versionForm),
  'main/profile/view': { ownWall: true },
  'main/profile/edit': {
    ownWall: true,
    form: () => ({ name: 'Puan Baharu', email: `baharu-${next()}@lunas.test`, locale: 'en', version: '1' }),
    schema: ownProfileForm,
  },
  'main/profile/contact': { goes: /^\/admin\/profile$/, form: () => ({ code: '000000' }), schema: codeForm },
  'main/profile/contact-send': { form: () => ({}) },
  'main/profile/contact-cancel': { form: () => ({}) },
  // this one changes the session that sends it, so its form is tried in a test of its own
  'main/profile/password': { ownWall: true },
  'main/profile/session': { ownWall: true },
  'main/profile/session-end': verb('operatorSession'),
  'main/profile/sessions-end': { form: () => ({}) },
  'main/profile/log': { ownWall: true },
  'main/fpx/direct': { postsOnly: true },
  'main/fpx/indirect': {},
  'main/chip/callback': { params: [{ id: 'none' }], postsOnly: true },
  'main/chip/webhook': { params: [{ id: 'none' }], postsOnly: true },
  'main/message/report': { params: [{ channel: 'sms', secret: 'none' }], absent: true },
}
