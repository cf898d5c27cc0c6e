import type { z } from 'zod'
import type { OperatorPermission, Permission } from '#app/domain/access.ts'
import {
  chooseForm,
  codeForm,
  confirmForm,
  contactForm,
  phoneForm,
  signInForm,
} from '#app/domain/accounts/forms.ts'
import { categoryForm, categoryRemoveForm, categoryStatusForm } from '#app/domain/categories/forms.ts'
import { addDays, todayIn } from '#app/domain/dates.ts'
import { amendForm, cancelForm, invoiceForm, versionForm } from '#app/domain/invoices/forms.ts'
import { recordForm, startForm } from '#app/domain/payments/forms.ts'
import { anchorMailForm, verifyForm } from '#app/domain/seals/forms.ts'
import { printables } from '#app/print/lists.server.ts'
import { operatorPrintables } from '#app/print/operator-lists.server.ts'
import { next } from '../factories.ts'
import type { NounName, Thing } from './nouns.ts'

type Fields = Record<string, string | string[]>

/** What the tests of access need to know of a route, besides what the route says itself. */
export interface Row {
  /** What `:id` or `:code` in the address, or `{id}` in `query`, stands for. */
  of?: NounName
  /** The other parameters of the address; the route is tried with each of these. */
  params?: Record<string, string>[]
  query?: string
  /** There is nothing behind its address for anybody of the test: a file that nobody has put there. */
  absent?: true
  /** Its code turns away by itself who has no session, so that opening the gate alone would be no hole. */
  ownWall?: true
  /** Opening the address of a verb does no more than lead on to a page, whatever it is about. */
  leadsOn?: true
  /** What the route asks for itself, when its handle only says who must be signed in; by the address's parameters. */
  needs?: (params: Record<string, string>) => Permission | OperatorPermission
  /** What is answered to who lacks that: 403, unless the route keeps quiet about what there is. */
  lacking?: 'refused' | 'missing'
  /** Where a reader who may is led, when it looks like being turned away: to sign in, or to the dashboard. */
  goes?: RegExp
  /** On the main host there is nothing behind it, though it is a shared route; or nothing to post to. */
  tenantOnly?: 'always' | 'posts'
  /** Its address is for posts, though it answers in words of its own to who opens it. */
  postsOnly?: true
  /** The least form that the action takes, about an object of this kind; none, when there is nothing to send. */
  form?: (thing: Thing) => Fields
  /** The names that the form may have. Anything else that is posted must change nothing. */
  schema?: z.ZodObject
}

const today = todayIn(new Date())
const list: Row = {}
const view = (of: NounName): Row => ({ of })
/** A verb without a page of its own: a button on the page of its noun. */
const verb = (of: NounName, form: Row['form'] = () => ({}), schema?: z.ZodObject): Row => ({
  of,
  leadsOn: true,
  form,
  ...(schema ? { schema } : {}),
})
const version = ({ version = 1 }: Thing) => ({ version: String(version) })
const reason = 'Dibilkan dua kali, lihat buku'
/** Lists whose address has one part, and those of the logs, whose address has two. */
const names = (record: object) =>
  Object.keys(record).flatMap((name) => (name.includes('/') ? [] : [{ name }]))
const logs = (record: object) =>
  Object.keys(record).flatMap((name) => (name.startsWith('log/') ? [{ log: name.slice('log/'.length) }] : []))
const inFormats = (record: object, formats: string[]) =>
  names(record).flatMap(({ name }) => formats.map((format) => ({ name, format })))
const logsInFormats = (record: object, formats: string[]) =>
  logs(record).flatMap(({ log }) => formats.map((format) => ({ log, format })))
const aCategory = () => ({ code: `K${next()}`, name: 'Tahap baru', kind: 'level' })
const aLine = { 'items[0].description': 'Yuran', 'items[0].quantity': '1', 'items[0].price': '50.00' }

/** A row for each route, by its id without `routes/`. A route without one fails the test of access. */
export const rows: Record<string, Row> = {
  // Tenant hosts
  'tenant/home': { goes: /^\/dashboard$/ },
  'tenant/login': {
    goes: /^\/dashboard$/,
    form: () => ({ email: 'nobody@school.test', password: 'wrong password' }),
    schema: signInForm,
  },
  'tenant/login.phone': {
    goes: /^\/dashboard$/,
    form: () => ({ phone: '+60190000001', channel: 'sms' }),
    schema: phoneForm,
  },
  'tenant/login.phone.code': {
    goes: /^\/dashboard$/,
    form: () => ({ code: '000000' }),
    schema: codeForm,
  },
  'tenant/login.phone.again': { form: () => ({}) },
  'tenant/login.ticket': { form: () => ({ ticket: 'none' }) },
  'tenant/forgot': { form: () => ({ email: 'nobody@school.test' }) },
  'tenant/reset': { form: () => ({ token: 'none', password: 'pisang goreng 43' }) },
  'tenant/confirm': {
    ownWall: true,
    goes: /^\/dashboard$/,
    form: () => ({ password: 'wrong password' }),
    schema: confirmForm,
  },
  'tenant/dashboard': list,
  'tenant/profile.view': list,
  // these change the session that sends them, so their forms are tried in the tests of their own
  'tenant/profile.edit': list,
  'tenant/profile.password': list,
  'tenant/profile.avatar': list,
  'tenant/profile.switch': list,
  'tenant/profile.avatar-remove': { form: () => ({}) },
  'tenant/profile.picture': { of: 'account', absent: true },
  'tenant/profile.session': list,
  'tenant/profile.session-end': verb('session'),
  'tenant/profile.sessions-end': { form: () => ({}) },
  'tenant/profile.log': list,
  'tenant/invoice.list': list,
  'tenant/invoice.new': {
    of: 'student',
    query: '?student_id={id}',
    form: () => ({ due_on: addDays(today, 7), step: 'draft', ...aLine }),
    schema: invoiceForm,
  },
  'tenant/invoice.view': view('invoice'),
  'tenant/invoice.edit': {
    of: 'draft',
    form: (thing) => ({ due_on: addDays(today, 7), step: 'draft', ...aLine, ...version(thing) }),
    schema: invoiceForm,
  },
  'tenant/invoice.issue': verb('draft', version, versionForm),
  'tenant/invoice.amend': {
    of: 'invoice',
    form: (thing) => ({ due_on: addDays(today, 20), reason, ...version(thing) }),
    schema: amendForm,
  },
  'tenant/invoice.cancel': {
    of: 'invoice',
    form: (thing) => ({ reason, ...version(thing) }),
    schema: cancelForm,
  },
  'tenant/invoice.remove': verb('draft', version, versionForm),
  'tenant/invoice.download': view('invoice'),
  'tenant/invoice.print': view('invoice'),
  'tenant/invoice.pay': {
    of: 'invoice',
    form: () => ({ method: 'cash', amount: '1.00', paid_on: today }),
    schema: recordForm,
  },
  'tenant/payment.list': list,
  'tenant/payment.view': view('payment'),
  'tenant/payment.download': view('payment'),
  'tenant/payment.resend': verb('payment'),
  'tenant/payment.attempts': list,
  'tenant/payment.attempt': view('attempt'),
  'tenant/payment.enquire': verb('attempt'),
  'tenant/payment.release': verb('attempt'),
  'tenant/collection.list': list,
  'tenant/document.view': {
    of: 'document',
    needs: () => 'invoice.print',
    lacking: 'missing',
    form: () => ({}),
  },
  'tenant/document.file': { of: 'document', needs: () => 'invoice.print', lacking: 'missing' },
  'tenant/category.list': list,
  'tenant/category.new': { form: aCategory, schema: categoryForm },
  'tenant/category.view': view('category'),
  'tenant/category.edit': {
    of: 'category',
    form: (thing) => ({ ...aCategory(), ...version(thing) }),
    schema: categoryForm,
  },
  'tenant/category.status': verb(
    'category',
    (thing) => ({ status: 'inactive', ...version(thing) }),
    categoryStatusForm,
  ),
  'tenant/category.remove': verb('category', version, categoryRemoveForm),
  'tenant/role.list': list,
  'tenant/log.audit.list': list,
  'tenant/log.audit.view': view('auditEntry'),
  'tenant/log.audit.verify': { form: () => ({ verify: 'yes', code: 'none' }), schema: verifyForm },
  'tenant/log.audit.anchor-mail': {
    leadsOn: true,
    form: () => ({ anchor_mail: 'on' }),
    schema: anchorMailForm,
  },
  'tenant/log.login.list': list,
  'tenant/log.print': { params: logs(printables), needs: ({ log }) => printables[`log/${log}`]!.access },
  'tenant/log.export': {
    params: logsInFormats(printables, ['csv', 'xlsx', 'pdf']),
    needs: ({ log }) => printables[`log/${log}`]!.access,
  },
  'tenant/print': { params: names(printables), needs: ({ name }) => printables[name!]!.access },
  'tenant/export': {
    params: inFormats(printables, ['csv', 'xlsx', 'pdf']),
    needs: ({ name }) => printables[name!]!.access,
  },

  // Main host
  'main/home': { goes: /^\/admin\/dashboard$/ },
  'main/login': {
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
  'main/login.organisation.code': { form: () => ({ code: '000000' }), schema: codeForm },
  'main/login.organisation.again': { form: () => ({}) },
  'main/login.organisation.choose': {
    form: () => ({ entity_id: '0198f000-0000-7000-8000-00000000dead' }),
    schema: chooseForm,
  },
  'main/dashboard': list,
  'main/collection.list': list,
  'main/job.list': list,
  'main/job.view': view('failedJob'),
  'main/job.retry': verb('failedJob'),
  'main/log.audit.list': list,
  'main/log.audit.view': { of: 'platformEntry', needs: () => 'admin.audit.view', lacking: 'missing' },
  'main/log.audit.verify': { form: () => ({ verify: 'yes', code: 'none' }), schema: verifyForm },
  'main/log.login.list': list,
  'main/log.print': {
    params: logs(operatorPrintables),
    needs: ({ log }) => operatorPrintables[`log/${log}`]!.access,
  },
  'main/log.export': {
    params: logsInFormats(operatorPrintables, ['csv', 'xlsx']),
    needs: ({ log }) => operatorPrintables[`log/${log}`]!.access,
  },
  'main/print': { params: names(operatorPrintables), needs: ({ name }) => operatorPrintables[name!]!.access },
  'main/export': {
    params: inFormats(operatorPrintables, ['csv', 'xlsx']),
    needs: ({ name }) => operatorPrintables[name!]!.access,
  },
  'main/fpx.direct': { postsOnly: true },
  'main/fpx.indirect': {},

  // Both hosts
  'shared/invoice.status': view('invoice'),
  'shared/payment.submit': {
    of: 'invoice',
    query: '?invoice={code}',
    tenantOnly: 'posts',
    form: ({ code }) => ({ invoice: code!, model: 'B2C', bank: 'TEST0021', buyer_name: 'Azman bin Hashim' }),
    schema: startForm,
  },
  'shared/payment.go': { of: 'attempt', leadsOn: true, tenantOnly: 'always' },
  'shared/payment.status': view('attempt'),
  'shared/payment.check': { ...verb('attempt'), tenantOnly: 'posts' },
  'shared/payment.retry': { ...verb('attempt'), tenantOnly: 'posts' },
  'shared/payment.start-over': { ...verb('attempt'), tenantOnly: 'posts' },
  'shared/payment.receipt': view('payment'),
  'shared/payment.receipt-file': view('payment'),
  'shared/payment.returned': list,
  'shared/login.organisation': {
    form: () => ({ contact: 'nobody@school.test', channel: 'sms' }),
    schema: contactForm,
  },
  'shared/logout': { goes: /^\/(admin\/)?login$|^\/$/, form: () => ({}) },
  'shared/language': { params: [{ locale: 'en' }, { locale: 'my' }], goes: /^\/$/ },
  'shared/not-found': { params: [{ '*': 'nowhere' }] },
}
