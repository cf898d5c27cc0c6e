import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/accounts/passwords.server.ts'
import { newRecoveryToken } from '#app/domain/accounts/recovery.server.ts'
import { type RefusalCode, statusOf } from '#app/domain/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locales.ts'
import { newPhone } from '#tests/support/codes.ts'
import { category, student, type Trx, user } from '#tests/support/factories.ts'
import { type App, app, type Browser, builtProduct, mainHost, withRoutes } from '#tests/support/http.ts'
import { invoice } from '#tests/support/money-factories.ts'
import { type Counter, choice, openCounter } from '#tests/support/payer.ts'
import type { Tenant } from '#tests/support/tenant.ts'

/**
 * The messages that the product was specified with, each met where a reader meets it: on the page or in the call that
 * says it, in every language. What is not built yet waits in `later`, with the part of the product that will say it.
 */
const later: Partial<Record<RefusalCode, string>> = {
  'not_found.announcement': 'announcements',
  'not_found.application': 'registration',
  'not_found.attendance': 'attendance',
  'not_found.discount': 'discounts',
  'not_found.entity': 'organisations of the operator',
  'not_found.feature': 'packages of the operator',
  'not_found.fee_category': 'fees',
  'not_found.fee_type': 'fees',
  'not_found.infaq': 'donations',
  'not_found.module': 'catalogue',
  'not_found.parent': 'parents',
  'not_found.payment_option': 'payment options',
  'not_found.payout': 'payouts',
  'not_found.program': 'catalogue',
  'not_found.revenue': 'revenue',
  'not_found.subject': 'catalogue',
  'not_found.subject_fee': 'fees',
  'not_found.trainer': 'trainers',
  'duplicate.module_code': 'catalogue',
  'duplicate.program_code': 'catalogue',
  'duplicate.subject_code': 'catalogue',
  'duplicate.student': 'students',
  'duplicate.enrolment': 'enrolment',
  'student.has_active_classes': 'students',
  'domain.no_a_record': 'custom domains',
  'domain.invalid': 'custom domains',
  'domain.unreachable': 'custom domains',
  'invoice.create_failed': 'fees',
  'invoice.generate_failed': 'invoice generation',
  'credit.insufficient': 'announcements',
  'credit.top_up_failed': 'announcements',
  'import.failed': 'imports',
  'einvoice.submission_failed': 'e-invoices',
  'einvoice.tin_failed': 'e-invoices',
  'einvoice.tin_invalid': 'e-invoices',
  'einvoice.connection_test_failed': 'e-invoices',
  'einvoice.connection': 'e-invoices',
  'einvoice.credential': 'e-invoices',
  'einvoice.intermediary_auth': 'e-invoices',
  'einvoice.load_settings_failed': 'e-invoices',
  'einvoice.update_settings_failed': 'e-invoices',
  'einvoice.load_consolidation_failed': 'e-invoices',
  'einvoice.update_consolidation_failed': 'e-invoices',
}

let counter: Counter
let tenant: Tenant
let web: App
const password = 'kata laluan yang panjang'

beforeAll(async () => {
  counter = await openCounter()
  tenant = counter.shop.tenant
  const broken = {
    'routes/shared/zz-broken': {
      path: 'zz/broken',
      module: {
        handle: { access: 'guest' },
        loader: () => {
          throw new Error('on purpose')
        },
        default: () => null,
      },
    },
  }
  web = await app({
    build: withRoutes(await builtProduct(), broken),
    services: counter.product.services,
  })
})

type Visit = (locale: string) => Promise<Response>

/** A browser that reads this language, whoever sits in front of it. */
async function reading(locale: string, browser: Browser | Promise<Browser>): Promise<Browser> {
  const opened = await browser
  await opened.get(`/language/${locale}?to=/`)
  return opened
}

const stranger = (locale: string, at: Tenant | string = tenant) => reading(locale, web.visitor(at))
const signedIn = (locale: string, role: Parameters<App['signedInAs']>[1]) =>
  reading(locale, web.signedInAs(tenant, role))

/** An account with the password of this test. */
async function account(given: Parameters<typeof user>[1] = {}) {
  const password_hash = await hashPassword(password)
  return tenant.write((trx) => user(trx, { password_hash, ...given }))
}

async function signIn(locale: string, given: Parameters<typeof user>[1] = {}, typed = password) {
  const { email } = await account(given)
  return (await stranger(locale)).post('/login', { email: email!, password: typed })
}

/** The page of a recovery link after something has happened to it. */
async function resetting(locale: string, happens: (trx: Trx) => Promise<unknown>) {
  const { id } = await account()
  const token = await tenant.write((trx) => newRecoveryToken(trx, 'tenant', id))
  await tenant.write(async (trx) => {
    await trx.deleteFrom('recovery_token').where('user_id', '<>', id).execute()
    await happens(trx)
  })
  const browser = await stranger(locale)
  await browser.get(`/reset?token=${token}`)
  return browser.get('/reset')
}

const missing =
  (path: string, role: Parameters<App['signedInAs']>[1] = 'superadmin'): Visit =>
  async (locale) =>
    (await signedIn(locale, role)).get(`${path}/${randomUUID()}`)

/** The page of a bill of so much, and the fee on top of it borne by the payer or by the organisation. */
const beyond =
  (sen: number, model: string, fee: 'payer' | 'organisation'): Visit =>
  async (locale) => {
    const value = JSON.stringify({ subsidy: fee === 'payer' ? 'none' : 'full' })
    await tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'fpx_fee', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    )
    const { public_code } = await counter.bill({}, sen)
    const path = `/payment/submit?invoice=${public_code}&model=${model}`
    return (await stranger(locale)).post(path, { ...choice, invoice: public_code, model })
  }

/** How each message is met. */
const met: Partial<Record<RefusalCode, Visit>> = {
  'auth.invalid_credentials': (locale) => signIn(locale, {}, 'something else altogether'),
  'auth.inactive': (locale) => signIn(locale, { status: 'inactive' }),
  'auth.otp_invalid': async (locale) => {
    const browser = await stranger(locale)
    await browser.post('/login/phone', { phone: newPhone(), channel: 'sms' })
    return browser.post('/login/phone/code', { code: '000000' })
  },
  'auth.token_invalid': async (locale) => (await stranger(locale)).get('/reset'),
  'auth.token_expired': (locale) =>
    resetting(locale, (trx) =>
      trx
        .updateTable('recovery_token')
        .set({ expires_at: new Date(0) })
        .execute(),
    ),
  'auth.recovery_renew': (locale) =>
    resetting(locale, (trx) => trx.updateTable('recovery_token').set({ used_at: new Date() }).execute()),
  'auth.reset_failed': (locale) =>
    resetting(locale, (trx) =>
      trx
        .updateTable('user_account')
        .set({ status: 'inactive' })
        .where('id', 'in', trx.selectFrom('recovery_token').select('user_id'))
        .execute(),
    ),
  role_unsuitable: (locale) => signIn(locale, { roles: [] }),
  'admin.invalid_credentials': async (locale) =>
    (await stranger(locale, mainHost)).post('/admin/login', { email: 'nobody@lunas.test', password }),
  'auth.password_invalid': async (locale) => {
    const { id } = await account()
    const browser = await reading(locale, web.visitor(tenant))
    const { email } = await tenant.read((db) =>
      db.selectFrom('user_account').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    await browser.post('/login', { email: email!, password })
    const fresh = 'kata laluan baharu saya'
    const fields = { current_password: 'salah sama sekali', password: fresh, password_confirmation: fresh }
    return browser.post('/profile/password', fields)
  },
  'duplicate.admin': async (locale) => {
    const browser = await reading(locale, web.operator('owner'))
    const fields = {
      name: 'Puan Zainab',
      email: `zainab-${locale}@lunas.test`,
      role: 'auditor',
      locale: 'en',
    }
    await browser.post('/admin/operator/new', fields)
    return browser.post('/admin/operator/new', fields)
  },
  'file.too_big': async (locale) => {
    const form = new FormData()
    form.append('picture', new File([Buffer.alloc(2_100_000)], 'muka.png', { type: 'image/png' }))
    return (await signedIn(locale, 'clerk')).post('/profile/avatar', form)
  },
  'not_found.department': missing('/department/view'),
  'not_found.staff': missing('/staff/view'),
  'not_found.category': missing('/category/view'),
  'not_found.invoice': missing('/invoice/view'),
  'not_found.payment': missing('/payment/view'),
  'not_found.student': async (locale) =>
    (await signedIn(locale, 'clerk')).get(`/invoice/new?student_id=${randomUUID()}`),
  'duplicate.category_code': async (locale) => {
    const { code } = await tenant.write((trx) => category(trx))
    return (await signedIn(locale, 'admin')).post('/category/new', { code, name: 'Tahap', kind: 'level' })
  },
  'invoice.in_payment': async (locale) => {
    const { id, version } = await tenant.write(async (trx) => {
      const { id: student_id, payer } = await student(trx, { branch_id: tenant.branch.id })
      return invoice(trx, { student_id, payer_parent_id: payer!.id, status: 'pending' })
    })
    const fields = { version: String(version), reason: 'tersilap bil keluarga' }
    return (await signedIn(locale, 'admin')).post(`/invoice/cancel/${id}`, fields)
  },
  action_not_allowed: async (locale) => (await signedIn(locale, 'trainer')).get('/invoice'),
  unexpected: async (locale) => (await stranger(locale)).get('/zz/broken'),
  'input.invalid': async (locale) => (await signedIn(locale, 'admin')).post('/category/new', '%00=1'),
  'payment.b2c_max': beyond(3_000_000, 'B2C', 'payer'),
  'payment.b2c_min': beyond(99, 'B2C', 'organisation'),
  'payment.b2b1_max': beyond(100_000_000, 'B2B1', 'payer'),
  'payment.b2b1_min': beyond(199, 'B2B1', 'organisation'),
}

/** Said beside the field as any wrong input is, before anything was tried. */
const besideField: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['file.too_big'])

/** As the page writes it. */
const onPage = (sentence: string) => sentence.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')

describe.each([...locales])('in %s', (locale) => {
  test.each(Object.entries(met) as [RefusalCode, Visit][])('%s', async (code, visit) => {
    const sentence = String(i18nOf(locale).t(`refusal.${code}`))
    const response = await visit(locale)
    expect(response.status).toBe(besideField.has(code) ? 422 : statusOf(code))
    expect(await response.text()).toContain(onPage(sentence))
  })
})

test('what waits is worded in every language, and is not said anywhere yet', () => {
  for (const code of Object.keys(later)) {
    expect(met[code as RefusalCode], code).toBeUndefined()
    const words = locales.map((locale) => String(i18nOf(locale).t(`refusal.${code}`)))
    expect(new Set(words).size, code).toBe(locales.length)
    expect(words, code).not.toContain(`refusal.${code}`)
  }
  process.stderr.write(
    `error catalogue: ${Object.keys(met).length} messages met in ${locales.length} languages, ` +
      `${Object.keys(later).length} wait for parts that are not built\n`,
  )
})
