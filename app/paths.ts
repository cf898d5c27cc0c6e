import { bankPaths } from './addresses/bank-paths.ts'
import { counterPaths } from './addresses/counter-paths.ts'
import { creditPaths } from './addresses/credit-paths.ts'
import { generationPaths } from './addresses/generation-paths.ts'
import { adminZakatPaths, givingPaths, pageOfList } from './addresses/giving-paths.ts'
import { imagePaths } from './addresses/image-paths.ts'
import { adminMoneyPaths } from './addresses/main/money-paths.ts'
import { adminOperatorPaths } from './addresses/main/operator-paths.ts'
import { adminProfilePaths } from './addresses/main/profile-paths.ts'
import { exceptionPaths, noun, pictured } from './addresses/noun-paths.ts'
import { paymentPaths } from './addresses/payment-paths.ts'
import { peoplePaths } from './addresses/people-paths.ts'
import {
  frontPaths,
  registerPaths,
  registrationPaths,
  registrationSettingPaths,
} from './addresses/register-paths.ts'
import { rolloverPaths } from './addresses/rollover-paths.ts'
import { entityPaths } from './addresses/setting/entity-paths.ts'
import { helpPaths } from './addresses/setting/help-paths.ts'
import { adminBankPaths, ownSettingPaths } from './addresses/setting/setting-paths.ts'
import { adminSubscriptionPaths, billingPaths } from './addresses/setting/subscription-paths.ts'

/** Where to go on to after signing in, as a query. */
const goingTo = (to: string) => (to ? `?to=${encodeURIComponent(to)}` : '')

/** Builders of the product's addresses; no link is written by hand. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  loginPhone: (to = '') => `/login/phone${goingTo(to)}`,
  loginCode: (to = '') => `/login/phone/code${goingTo(to)}`,
  loginCodeAgain: (to = '') => `/login/phone/again${goingTo(to)}`,
  /** Finding one's organisation, on the main host. */
  organisation: {
    ask: () => '/login/organisation',
    code: () => '/login/organisation/code',
    again: () => '/login/organisation/again',
    choose: () => '/login/organisation/choose',
  },
  ticket: () => '/login/ticket',
  ticketWith: (token: string) => `/login/ticket?ticket=${token}`,
  help: helpPaths,
  forgot: () => '/forgot',
  reset: () => '/reset',
  resetWith: (token: string) => `/reset?token=${token}`,
  logout: () => '/logout',
  /** For who holds an invoice on paper and has no link. */
  pay: () => '/pay',
  /** What a family pays together. */
  basket: {
    /** `again`: the code of a payment whose invoices are chosen at first. */
    choose: (again?: string) => `/basket${again ? `?again=${again}` : ''}`,
  },
  /** For who holds a paper and asks whether it is genuine. */
  verify: {
    ask: () => '/verify',
    paper: (code: string) => `/verify/${code}`,
    keys: () => '/verify/keys',
  },
  arrears: () => '/arrears',
  register: registerPaths,
  front: frontPaths,
  image: imagePaths,
  dashboard: () => '/dashboard',
  /** Asks for a proof that it is still the same person, then goes on. */
  confirm: (side: 'main' | 'tenant', to: string) =>
    `${side === 'main' ? '/admin' : ''}/confirm?to=${encodeURIComponent(to)}`,
  profile: {
    view: () => '/profile',
    edit: () => '/profile/edit',
    password: () => '/profile/password',
    avatar: () => '/profile/avatar',
    avatarRemove: () => '/profile/avatar/remove',
    picture: (user_id: string, file: string | null) => pictured(`/profile/picture/${user_id}`, file),
    sessions: () => '/profile/session',
    sessionEnd: (id: string) => `/profile/session/end/${id}`,
    sessionsEnd: () => '/profile/session/end-others',
    log: () => '/profile/log',
    switch: () => '/profile/switch',
  },
  language: (locale: string, to: string) => `/language/${locale}?to=${encodeURIComponent(to)}`,
  setting: {
    index: () => '/setting',
    label: (locale?: string) => `/setting/label${locale ? `?locale=${locale}` : ''}`,
    contact: () => '/setting/contact',
    application: () => '/setting/application',
    payment: () => '/setting/payment',
    paymentEdit: () => '/setting/payment/edit',
    counter: () => '/setting/counter',
    generation: () => '/setting/generation',
    generationEdit: () => '/setting/generation/edit',
    reminder: (locale?: string) => `/setting/reminder${locale ? `?locale=${locale}` : ''}`,
    reminderEdit: () => '/setting/reminder/edit',
    reminderWording: (kind: string, locale: string) =>
      `/setting/reminder/wording?kind=${kind}&locale=${locale}`,
    chip: () => '/setting/chip',
    chipEdit: () => '/setting/chip/edit',
    chipTry: () => '/setting/chip/try',
    duitnow: () => '/setting/duitnow',
    duitnowEdit: () => '/setting/duitnow/edit',
    duitnowConfirm: () => '/setting/duitnow/confirm',
    duitnowRemove: () => '/setting/duitnow/remove',
    labelReset: () => '/setting/label/reset',
    ...registrationSettingPaths,
    ...ownSettingPaths,
  },
  /** The link of an invitation; its token is a secret. */
  invitation: (token: string) => `/invitation?token=${encodeURIComponent(token)}`,
  ...bankPaths,
  ...counterPaths,
  branch: noun('branch'),
  category: noun('category'),
  department: noun('department'),
  discount: noun('discount'),
  discountsEnding: () => '/discount?ends=soon',
  /** What a rule costs in a month, by any day of it. */
  discountTrial: {
    view: (id: string, month?: string) => `/discount/trial/${id}${month ? `?month=${month}` : ''}`,
    paper: (id: string, month: string) => `/discount/trial/print/${id}?month=${month}`,
    file: (id: string, format: 'csv' | 'xlsx', month: string) =>
      `/discount/trial/file/${id}/${format}?month=${month}`,
  },
  fee_category: noun('fee-category'),
  fee_type: noun('fee-type'),
  line_template: noun('line-template'),
  module: noun('module'),
  subjectFee: {
    ...noun('subjectFee'),
    newFor: (subject_id: string) => `/subjectFee/new?subject_id=${subject_id}`,
    price: (id: string) => `/subjectFee/price/${id}`,
  },
  payment_option: noun('payment-option'),
  program: noun('program'),
  subject: {
    ...noun('subject'),
    close: (id: string) => `/subject/close/${id}`,
    reopen: (id: string) => `/subject/reopen/${id}`,
  },
  ...peoplePaths,
  ...generationPaths,
  ...rolloverPaths,
  /** What families are told about what they owe. */
  reminder: {
    list: (state?: string) => `/reminder${state ? `?state=${state}` : ''}`,
    view: (id: string) => `/reminder/view/${id}`,
    send: (id: string) => `/reminder/send/${id}`,
    /** Of a family. */
    ask: (id: string) => `/reminder/ask/${id}`,
    hold: (id: string) => `/reminder/hold/${id}`,
    holds: () => '/reminder-hold',
    lift: (id: string) => `/reminder-hold/lift/${id}`,
  },
  invoice: {
    ...noun('invoice'),
    /** What has been owed for so long. */
    aged: (bucket: string) => `/invoice?age=${bucket}`,
    newFor: (student_id: string) => `/invoice/new?student_id=${student_id}`,
    copyOf: ({ id, student_id }: { id: string; student_id: string }) =>
      `/invoice/new?student_id=${student_id}&copy=${id}`,
    several: (subject_id?: string) => `/invoice/several${subject_id ? `?subject_id=${subject_id}` : ''}`,
    drafts: () => '/invoice?status=draft',
    issue: (id: string) => `/invoice/issue/${id}`,
    amend: (id: string) => `/invoice/amend/${id}`,
    versions: (id: string) => `/invoice/versions/${id}`,
    paper: (id: string) => `/invoice/print/${id}`,
    cancel: (id: string) => `/invoice/cancel/${id}`,
    pay: (id: string) => `/invoice/pay/${id}`,
    download: (id: string) => `/invoice/download/${id}`,
    status: (code: string) => `/invoice/status/${code}`,
  },
  trace: { find: () => '/trace', view: (token: string) => `/trace/${token}` },
  payment: paymentPaths,
  billing: billingPaths,
  arrangement: {
    list: (q?: string) => `/arrangement${q ? `?q=${encodeURIComponent(q)}` : ''}`,
    view: (id: string) => `/arrangement/view/${id}`,
    new: (parent_id: string) => `/arrangement/new/${parent_id}`,
    approve: (id: string) => `/arrangement/approve/${id}`,
    reject: (id: string) => `/arrangement/reject/${id}`,
    withdraw: (id: string) => `/arrangement/withdraw/${id}`,
    end: (id: string) => `/arrangement/end/${id}`,
    print: (id: string) => `/arrangement/print/${id}`,
  },
  ...creditPaths,
  cancelRequest: {
    list: () => '/cancel-request',
    approve: (id: string) => `/cancel-request/approve/${id}`,
    reject: (id: string) => `/cancel-request/reject/${id}`,
    withdraw: (id: string) => `/cancel-request/withdraw/${id}`,
  },
  /** Tries to pay through FPX, whatever became of them. */
  attempt: {
    list: (state?: string) => `/fpx-transactions${state ? `?state=${state}` : ''}`,
    view: (id: string) => `/fpx-transactions/view/${id}`,
    enquire: (id: string) => `/fpx-transactions/enquire/${id}`,
    release: (id: string) => `/fpx-transactions/release/${id}`,
  },
  collection: {
    list: () => '/collection',
    sums: () => '/collection/sums',
  },
  /** What FPX says otherwise than it was asked, or twice. */
  exception: exceptionPaths('/payment-exception'),
  /** Called by FPX and by browsers that come from it; registered with PayNet, so they never change. */
  fpx: {
    direct: () => '/fpx/direct',
    indirect: () => '/fpx/indirect',
  },
  /** Called by CHIP; `entity_id` says whose key has signed. */
  chip: {
    callback: (entity_id: string) => `/chip/callback/${entity_id}`,
    webhook: (entity_id: string) => `/chip/webhook/${entity_id}`,
  },
  /** `month`: such as `2026-01`. */
  month: {
    list: () => '/month',
    view: (month: string) => `/month/view/${month}`,
    close: (month: string) => `/month/close/${month}`,
    reopen: (month: string) => `/month/reopen/${month}`,
  },
  log: {
    audit: () => '/log/audit',
    entry: (id: string) => `/log/audit/view/${id}`,
    verify: () => '/log/audit/verify',
    anchorMail: () => '/log/audit/anchor-mail',
    login: () => '/log/login',
  },
  ...givingPaths,
  /** A list that can be printed, by its name: on paper, and with the search that it was left with. */
  printed: (name: string) => `/${name}/print`,
  listed: (name: string, query: string) => `/${pageOfList(name)}${query && `?${query}`}`,
  exported: (name: string, format: string, query: string) =>
    `/${name}/export/${format}${query && `?${query}`}`,
  document: (id: string) => `/document/${id}`,
  documentFile: (id: string) => `/document/file/${id}`,
  admin: {
    printed: (name: string) => `/admin/${name}/print`,
    listed: (name: string, query: string) => `/admin/${name}${query && `?${query}`}`,
    login: () => '/admin/login',
    forgot: () => '/admin/forgot',
    reset: () => '/admin/reset',
    resetWith: (token: string) => `/admin/reset?token=${token}`,
    dashboard: () => '/admin/dashboard',
    ...adminMoneyPaths,
    exception: exceptionPaths('/admin/payment-exception'),
    zakat: adminZakatPaths,
    entityBank: adminBankPaths,
    /** What one organisation took in on a day. */
    collectionOf: (entity_id: string, on: string) =>
      `/admin/collection?entity_id=${entity_id}&from=${on}&to=${on}`,
    job: (state?: 'open' | 'retried') => `/admin/job${state ? `?state=${state}` : ''}`,
    holiday: noun('admin/holiday'),
    package: noun('admin/package'),
    feature: noun('admin/feature'),
    registration: registrationPaths,
    ...adminSubscriptionPaths,
    entity: { ...noun('admin/entity'), ...entityPaths },
    fpx: () => '/admin/fpx',
    jobView: (id: string) => `/admin/job/view/${id}`,
    jobRetry: (id: string) => `/admin/job/retry/${id}`,
    loginCode: (to = '', recovery = false) => {
      const query = new URLSearchParams({ ...(to ? { to } : {}), ...(recovery ? { by: 'recovery' } : {}) })
      return `/admin/login/code${query.size > 0 ? `?${query}` : ''}`
    },
    invitation: (token: string) => `/admin/invitation?token=${token}`,
    secondFactor: () => '/admin/second-factor',
    secondFactorCodes: () => '/admin/second-factor/codes',
    secondFactorOff: () => '/admin/second-factor/off',
    ...adminProfilePaths,
    ...adminOperatorPaths,
  },
} as const

/**
 * The address to go on to after signing in or switching the language, if it is one of ours: a path on this host.
 * Anything that a browser could read as another host is dropped.
 */
export function ownPath(text: string | null | undefined, fallback: string): string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return fallback
  const url = new URL(text, 'http://own.invalid')
  // Dots are gone now, and what they hid may be another host: `/..//evil.test`.
  const isOurs = url.host === 'own.invalid' && !url.pathname.startsWith('//')
  return isOurs ? url.pathname + url.search : fallback
}
