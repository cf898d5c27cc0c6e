import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { vi } from 'vitest'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { entered } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import type { DomainChecks } from '#app/domain/organisation/own-domain/own-domain.ts'
import { environment } from '#app/environment.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { resourceExamples } from '#tests/support/contracts/resource-examples.ts'
import {
  category,
  module,
  parent,
  program,
  student,
  subject,
  type Trx,
  user,
} from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { newPhone } from '#tests/support/people/codes.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app, mainHost } from '#tests/support/product/http.ts'
import { onEinvoices } from './einvoices.ts'
import { onFamilies } from './families.ts'
import { onGenerations } from './generations.ts'
import {
  account,
  beyond,
  ledTo,
  missing,
  newcomer,
  newcomersBrowser,
  password,
  reading,
  resetting,
  type Scene,
  signedIn,
  signIn,
  stranger,
  type Visit,
} from './scene.ts'

/** How each message is met by who looks at pages. */
export const onPages: Partial<Record<RefusalCode, Visit>> = {
  'domain.no_a_record': looked({ address: 'missing', reach: null }),
  'domain.unreachable': looked({ reach: 'other' }),
  'auth.invalid_credentials': (scene, locale) => signIn(scene, locale, {}, 'something else altogether'),
  'auth.inactive': (scene, locale) => signIn(scene, locale, { status: 'inactive' }),
  'auth.login_failed': async (scene, locale) => {
    const browser = await stranger(scene, locale)
    return ledTo(browser, await browser.post('/login/phone/code', { code: '271828' }))
  },
  'auth.otp_invalid': async (scene, locale) => {
    const browser = await stranger(scene, locale)
    await browser.post('/login/phone', { phone: newPhone(), channel: 'sms' })
    return browser.post('/login/phone/code', { code: '000000' })
  },
  'auth.token_invalid': async (scene, locale) => (await stranger(scene, locale)).get('/reset'),
  'auth.token_expired': (scene, locale) =>
    resetting(scene, locale, (trx) =>
      trx
        .updateTable('recovery_token')
        .set({ expires_at: new Date(0) })
        .execute(),
    ),
  'auth.recovery_renew': (scene, locale) =>
    resetting(scene, locale, (trx) =>
      trx.updateTable('recovery_token').set({ used_at: new Date() }).execute(),
    ),
  'auth.reset_failed': (scene, locale) =>
    resetting(scene, locale, (trx) =>
      trx
        .updateTable('user_account')
        .set({ status: 'inactive' })
        .where('id', 'in', trx.selectFrom('recovery_token').select('user_id'))
        .execute(),
    ),
  session_timeout: async (scene, locale) => {
    const { token } = await newcomer(scene.tenant, locale, 'clerk', { last_used_at: new Date(0) })
    const browser = await newcomersBrowser(scene, locale, token)
    return ledTo(browser, await browser.get('/invoice'))
  },
  role_unsuitable: (scene, locale) => signIn(scene, locale, { roles: [] }),
  'admin.invalid_credentials': async (scene, locale) =>
    (await stranger(scene, locale, mainHost)).post('/admin/login', { email: 'nobody@lunas.test', password }),
  'auth.password_invalid': async (scene, locale) => {
    const { email } = await account(scene)
    const browser = await stranger(scene, locale)
    await browser.post('/login', { email: email!, password })
    const fresh = 'kata laluan baharu saya'
    const fields = { current_password: 'salah sama sekali', password: fresh, password_confirmation: fresh }
    return browser.post('/profile/password', fields)
  },
  'duplicate.admin': async ({ web }, locale) => {
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
  'file.too_big': async (scene, locale) =>
    (await signedIn(scene, locale, 'clerk')).post('/profile/avatar', pictureForm(Buffer.alloc(2_100_000))),
  'file.upload_failed': uploadWithoutRoom,
  'import.failed': async (scene, locale) => {
    const form = new FormData()
    form.append('file', new File([zipSync({ 'xl/workbook.xml': strToU8('<workbook') })], 'murid.xlsx'))
    const { id } = scene.tenant.branch
    for (const [name, value] of Object.entries({ kind: 'students', date_order: 'dmy', branch_id: id }))
      form.append(name, value)
    return (await signedIn(scene, locale, 'admin')).post('/import/new', form)
  },
  'staff.remove_failed': async (scene, locale) => {
    const { tenant } = scene
    const { staff } = await tenant.write((trx) =>
      user(trx, { roles: ['clerk'], last_login_at: new Date() }, { branch_id: tenant.branch.id }),
    )
    const browser = await signedIn(scene, locale, 'superadmin')
    const answer = await browser.post(`/staff/remove/${staff!.id}`, { version: String(staff!.version) })
    return ledTo(browser, answer)
  },
  ...onEinvoices,
  ...onFamilies,
  ...onGenerations,
  'not_found.department': missing('/department/view'),
  'not_found.staff': missing('/staff/view'),
  'not_found.trainer': missing('/trainer/view'),
  'not_found.category': missing('/category/view'),
  'not_found.module': missing('/module/view'),
  'not_found.payment_option': missing('/payment-option/view'),
  'not_found.discount': missing('/discount/view'),
  'not_found.infaq': missing('/infaq/view'),
  'not_found.fee_category': missing('/fee-category/view'),
  'not_found.program': missing('/program/view'),
  'not_found.subject': missing('/subject/view'),
  'not_found.invoice': missing('/invoice/view'),
  'not_found.payout': missing('/payout/view'),
  'not_found.payment': missing('/payment/view'),
  'not_found.student': async (scene, locale) =>
    (await signedIn(scene, locale, 'clerk')).get(`/invoice/new?student_id=${randomUUID()}`),
  'not_found.parent': (scene, locale) =>
    billing(scene, locale, async (trx) => ({ payer_parent_id: (await parent(trx)).id })),
  'not_found.fee_type': (scene, locale) =>
    billing(scene, locale, async () => ({ 'items[0].fee_type_id': randomUUID() })),
  'not_found.subject_fee': (scene, locale) =>
    billing(scene, locale, async () => ({ 'items[0].subject_fee_id': randomUUID() })),
  'not_found.entity': async ({ web }, locale) =>
    (await reading(locale, web.operator('owner'))).get(`/admin/log/audit?entity=${randomUUID()}`),
  'not_found.user': removedWhileSaving,
  'duplicate.category_code': async (scene, locale) => {
    const { code } = await scene.tenant.write((trx) => category(trx))
    const browser = await signedIn(scene, locale, 'admin')
    return browser.post('/category/new', { code, name: 'Tahap', kind: 'level' })
  },
  'duplicate.module_code': async (scene, locale) => {
    const { code, program_id } = await scene.tenant.write((trx) => module(trx))
    const browser = await signedIn(scene, locale, 'admin')
    return browser.post('/module/new', { ...resourceExamples.module.least(), code, program_id })
  },
  'duplicate.program_code': async (scene, locale) => {
    const { code } = await scene.tenant.write((trx) => program(trx))
    const browser = await signedIn(scene, locale, 'admin')
    return browser.post('/program/new', { ...resourceExamples.program.least(), code })
  },
  'duplicate.subject_code': async (scene, locale) => {
    const { code, program_id, branch_id } = await scene.tenant.write((trx) => subject(trx))
    const browser = await signedIn(scene, locale, 'admin')
    return browser.post('/subject/new', { ...resourceExamples.subject.least(), code, program_id, branch_id })
  },
  'invoice.in_payment': async (scene, locale) => {
    const { tenant } = scene
    const { id, version } = await tenant.write(async (trx) => {
      const { id: student_id, payer } = await student(trx, { branch_id: tenant.branch.id })
      return invoice(trx, { student_id, payer_parent_id: payer!.id, status: 'pending' })
    })
    const fields = { version: String(version), reason: 'tersilap bil keluarga' }
    return (await signedIn(scene, locale, 'admin')).post(`/invoice/cancel/${id}`, fields)
  },
  action_not_allowed: async (scene, locale) => (await signedIn(scene, locale, 'trainer')).get('/invoice'),
  unexpected: async (scene, locale) => (await stranger(scene, locale)).get('/zz/broken'),
  'input.invalid': async (scene, locale) =>
    (await signedIn(scene, locale, 'admin')).post('/category/new', '%00=1'),
  'payment.b2c_max': beyond(3_000_000, 'B2C', 'payer'),
  'payment.b2c_min': beyond(99, 'B2C', 'organisation'),
  'payment.b2b1_max': beyond(100_000_000, 'B2B1', 'payer'),
  'payment.b2b1_min': beyond(199, 'B2B1', 'organisation'),
}

/** The look at a domain whose records say this. */
function looked(found: Partial<DomainChecks>): Visit {
  return async ({ tenant, web }, locale) => {
    const checks = { txt: 'ok', address: 'ok', reach: 'ok', certificate: null, seen: [], ...found } as const
    const domains = { ours: async () => [], check: async () => checks, certificate: async () => null }
    await tenant.write((trx) =>
      trx
        .updateTable('platform.entity')
        .set({ custom_domain: 'yuran.sinar.test', ...entered(new Date()) })
        .where('id', '=', tenant.place.id)
        .execute(),
    )
    const own = await app({ services: { ...web.services, domains } })
    const browser = await reading(locale, own.signedInAs(tenant, 'superadmin'))
    return ledTo(browser, await browser.post('/setting/domain/check'))
  }
}

/** Said with another status than the refusal's own, since they are said elsewhere. */
export const statuses: Partial<Record<RefusalCode, number>> = {
  // beside the field as any wrong input is, before anything was tried
  'file.too_big': 422,
  // on the page that the reader is led to
  'domain.no_a_record': 200,
  'domain.unreachable': 200,
  'auth.login_failed': 200,
  session_timeout: 200,
  'einvoice.tin_failed': 200,
  'staff.remove_failed': 200,
  'student.has_active_classes': 200,
  // on the page of the run that has failed
  'invoice.generate_failed': 200,
  'invoice.create_failed': 200,
}

function pictureForm(bytes: Uint8Array): FormData {
  const form = new FormData()
  form.append('picture', new File([bytes as BlobPart], 'muka.png', { type: 'image/png' }))
  return form
}

/** A good picture, while the organisation has no folder in which it could be kept: a file lies in its place. */
async function uploadWithoutRoom(scene: Scene, locale: Locale): Promise<Response> {
  const tenant = await freshTenant()
  const folder = join(environment.dataDir, 'files', tenant.place.schema)
  await mkdir(dirname(folder), { recursive: true })
  await writeFile(folder, '')
  const grey = { width: 300, height: 300, channels: 3, background: '#888' } as const
  const picture = await sharp({ create: grey }).png().toBuffer()
  const browser = await signedIn(scene, locale, 'clerk', tenant)
  const answer = await browser.post('/profile/avatar', pictureForm(picture))
  await rm(folder)
  return answer
}

/** A new invoice whose form was changed on its way to name what is not there. */
async function billing(scene: Scene, locale: Locale, changed: (trx: Trx) => Promise<Record<string, string>>) {
  const { tenant } = scene
  const browser = await signedIn(scene, locale, 'clerk')
  const pupil = await tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))
  const path = `/invoice/new?student_id=${pupil.id}`
  const { step: _, ...fields } = fieldsOf(await (await browser.get(path)).text())
  const line = {
    'items[0].description': 'Buku',
    'items[0].quantity': '1',
    'items[0].price': '20.00',
  }
  return browser.post(path, { ...fields, ...line, ...(await tenant.write(changed)) })
}

/** Somebody's account goes while they save their profile, after the request has found out who they are. */
async function removedWhileSaving(scene: Scene, locale: Locale): Promise<Response> {
  const { id, token } = await newcomer(scene.tenant, locale, 'clerk')
  const browser = await newcomersBrowser(scene, locale, token)
  const fields = fieldsOf(await (await browser.get('/profile/edit')).text())
  return scene.tenant
    .write(async (trx) => {
      await trx.updateTable('user_account').set({ deleted_at: new Date() }).where('id', '=', id).execute()
      const saving = browser.post('/profile/edit', { ...fields, name: 'Nama Baharu' })
      await vi.waitUntil(() => keepsWaiting(trx), { timeout: 10_000, interval: 20 })
      return { saving }
    })
    .then(({ saving }) => saving)
}

/** Whether somebody waits for a row that this transaction holds. */
async function keepsWaiting(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`.execute(
    trx,
  )
  return rows[0]!.waits
}
