import { registerPaths, registrationSettingPaths } from './paths-register.ts'

/** Builders of the product's addresses; no link is written by hand. */
const noun = (name: string) => ({
  list: () => `/${name}`,
  new: () => `/${name}/new`,
  view: (id: string) => `/${name}/view/${id}`,
  edit: (id: string) => `/${name}/edit/${id}`,
  status: (id: string) => `/${name}/status/${id}`,
  remove: (id: string) => `/${name}/remove/${id}`,
})

/** A picture itself, null for none; its address changes when the picture does. */
const pictured = (address: string, file: string | null) => file && `${address}?v=${file.slice(3, 11)}`

const exceptionPaths = (desk: string) => ({
  list: (state?: string) => `${desk}${state ? `?state=${state}` : ''}`,
  view: (id: string) => `${desk}/view/${id}`,
  take: (id: string) => `${desk}/take/${id}`,
  note: (id: string) => `${desk}/note/${id}`,
  resolve: (id: string) => `${desk}/resolve/${id}`,
  confirm: (id: string) => `${desk}/confirm/${id}`,
  reject: (id: string) => `${desk}/reject/${id}`,
})

/** Where to go on to after signing in, as a query. */
const goingTo = (to: string) => (to ? `?to=${encodeURIComponent(to)}` : '')

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
  forgot: () => '/forgot',
  reset: () => '/reset',
  resetWith: (token: string) => `/reset?token=${token}`,
  logout: () => '/logout',
  /** For who holds an invoice on paper and has no link. */
  pay: () => '/pay',
  register: registerPaths,
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
    labelReset: () => '/setting/label/reset',
    ...registrationSettingPaths,
  },
  /** The link of an invitation; its token is a secret. */
  invitation: (token: string) => `/invitation?token=${encodeURIComponent(token)}`,
  branch: noun('branch'),
  category: noun('category'),
  department: noun('department'),
  discount: noun('discount'),
  fee_category: noun('fee-category'),
  fee_type: noun('fee-type'),
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
  parent: {
    ...noun('parent'),
    /** Then on to a new child of theirs, or to a child whom they are added to. */
    newFor: (child: string) => `/parent/new?child=${child}`,
    restore: (id: string) => `/parent/restore/${id}`,
    removed: () => '/parent/removed',
    reveal: (id: string) => `/parent/reveal/${id}`,
  },
  /** One account: a parent who pays, the children and the other parents; by the id of who pays, or of any parent. */
  family: {
    find: (q = '') => `/family${q && `?q=${encodeURIComponent(q)}`}`,
    view: (id: string) => `/family/view/${id}`,
    pay: (id: string) => `/family/pay/${id}`,
    payAll: (id: string, invoices: readonly string[]) =>
      `/family/pay/${id}?${new URLSearchParams(invoices.map((one) => ['invoice', one]))}`,
    note: (id: string) => `/family/note/${id}`,
    strikeNote: (id: string) => `/family/note/strike/${id}`,
    file: (id: string) => `/family/file/${id}`,
    getFile: (id: string) => `/family/file/get/${id}`,
    removeFile: (id: string) => `/family/file/remove/${id}`,
  },
  student: {
    ...noun('student'),
    /** A child of a parent; whose child it is must be said first. */
    newOf: (parent_id: string) => `/student/new?parent=${parent_id}`,
    restore: (id: string) => `/student/restore/${id}`,
    removed: () => '/student/removed',
    reveal: (id: string) => `/student/reveal/${id}`,
    health: (id: string) => `/student/health/${id}`,
    showHealth: (id: string) => `/student/health/show/${id}`,
    /** `add`: a parent who joins the family with the next save. */
    family: (id: string, add?: string) => `/student/parent/${id}${add ? `?add=${add}` : ''}`,
    findParent: (id: string) => `/student/parent/${id}?find=`,
    enrol: (id: string) => `/student/enrol/${id}`,
    discount: (id: string) => `/student/discount/${id}`,
    photo: (id: string) => `/student/photo/${id}`,
    photoRemove: (id: string) => `/student/photo/remove/${id}`,
    picture: (id: string, file: string | null) => pictured(`/student/picture/${id}`, file),
  },
  studentDiscount: {
    list: (q?: string) => `/student-discount${q ? `?q=${encodeURIComponent(q)}` : ''}`,
    view: (id: string) => `/student-discount/view/${id}`,
    approve: (id: string) => `/student-discount/approve/${id}`,
    reject: (id: string) => `/student-discount/reject/${id}`,
    withdraw: (id: string) => `/student-discount/withdraw/${id}`,
    end: (id: string) => `/student-discount/end/${id}`,
  },
  application: {
    list: (status?: string) => `/application${status ? `?status=${status}` : ''}`,
    view: (id: string) => `/application/view/${id}`,
    approve: (id: string) => `/application/approve/${id}`,
    reject: (id: string) => `/application/reject/${id}`,
    withdraw: (id: string) => `/application/withdraw/${id}`,
    editParent: (id: string) => `/application/parent/edit/${id}`,
    child: (id: string) => `/application/child/${id}`,
    approveChild: (id: string) => `/application/child/approve/${id}`,
    editChild: (id: string) => `/application/child/edit/${id}`,
    rejectChild: (id: string) => `/application/child/reject/${id}`,
    same: (id: string) => `/application/child/same/${id}`,
    another: (id: string) => `/application/child/another/${id}`,
    document: (id: string) => `/application/document/${id}`,
    /** The family's own page, for whoever has the link. */
    status: (code: string) => `/application/status/${code}`,
  },
  enrolment: {
    admit: (id: string) => `/enrolment/admit/${id}`,
    pause: (id: string) => `/enrolment/pause/${id}`,
    resume: (id: string) => `/enrolment/resume/${id}`,
    end: (id: string) => `/enrolment/end/${id}`,
    fee: (id: string) => `/enrolment/fee/${id}`,
  },
  staff: {
    ...noun('staff'),
    withRole: (role: string) => `/staff?role=${role}`,
    role: (id: string) => `/staff/role/${id}`,
    reveal: (id: string) => `/staff/reveal/${id}`,
    invite: (id: string) => `/staff/invite/${id}`,
  },
  trainer: {
    ...noun('trainer'),
    pay: (id: string) => `/trainer/pay/${id}`,
  },
  import: {
    list: () => '/import',
    new: () => '/import/new',
    view: (id: string) => `/import/view/${id}`,
    map: (id: string) => `/import/map/${id}`,
    /** Of one row, by its own id. */
    row: (id: string) => `/import/row/${id}`,
    leave: (id: string) => `/import/leave/${id}`,
    leaveWrong: (id: string) => `/import/leave-wrong/${id}`,
    run: (id: string) => `/import/run/${id}`,
    report: (id: string) => `/import/report/${id}`,
    undo: (id: string) => `/import/undo/${id}`,
    remove: (id: string) => `/import/remove/${id}`,
    template: (kind: string, locale: string, format: string) =>
      `/import/template/${kind}/${locale}/${format}`,
  },
  roles: (role?: string) => `/staff/roles${role ? `?role=${role}` : ''}`,
  invoice: {
    ...noun('invoice'),
    /** What has been owed for so long. */
    aged: (bucket: string) => `/invoice?age=${bucket}`,
    newFor: (student_id: string) => `/invoice/new?student_id=${student_id}`,
    issue: (id: string) => `/invoice/issue/${id}`,
    amend: (id: string) => `/invoice/amend/${id}`,
    paper: (id: string) => `/invoice/print/${id}`,
    cancel: (id: string) => `/invoice/cancel/${id}`,
    pay: (id: string) => `/invoice/pay/${id}`,
    download: (id: string) => `/invoice/download/${id}`,
    status: (code: string) => `/invoice/status/${code}`,
  },
  payment: {
    ...noun('payment'),
    cancel: (id: string) => `/payment/cancel/${id}`,
    download: (id: string) => `/payment/download/${id}`,
    resend: (id: string) => `/payment/resend/${id}`,
    // Public, each by an unguessable code
    submit: (invoice?: string, model?: string) =>
      `/payment/submit${invoice ? `?invoice=${invoice}` : ''}${invoice && model ? `&model=${model}` : ''}`,
    go: (code: string) => `/payment/go/${code}`,
    status: (code: string) => `/payment/status/${code}`,
    check: (code: string) => `/payment/check/${code}`,
    retry: (code: string) => `/payment/retry/${code}`,
    startOver: (code: string) => `/payment/start-over/${code}`,
    receipt: (code: string) => `/payment/receipt/${code}`,
    receiptFile: (code: string) => `/payment/receipt/${code}/file`,
    giveUp: (code: string) => `/payment/give-up/${code}`,
    returned: () => '/payment/returned',
    waiting: (token: string) => `/payment/waiting/${token}`,
  },
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
  },
  /** What FPX says otherwise than it was asked, or twice. */
  exception: exceptionPaths('/payment-exception'),
  /** Called by FPX and by browsers that come from it; registered with PayNet, so they never change. */
  fpx: {
    direct: () => '/fpx/direct',
    indirect: () => '/fpx/indirect',
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
  /** A list that can be printed, by its name: on paper, and with the search that it was left with. */
  printed: (name: string) => `/${name}/print`,
  listed: (name: string, query: string) => `/${name}${query && `?${query}`}`,
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
    collection: () => '/admin/collection',
    exception: exceptionPaths('/admin/payment-exception'),
    /** What one organisation took in on a day. */
    collectionOf: (entity_id: string, on: string) =>
      `/admin/collection?entity_id=${entity_id}&from=${on}&to=${on}`,
    job: (state?: 'open' | 'retried') => `/admin/job${state ? `?state=${state}` : ''}`,
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
    profile: () => '/admin/profile',
    profileEdit: () => '/admin/profile/edit',
    profilePassword: () => '/admin/profile/password',
    profileSessions: () => '/admin/profile/session',
    profileSessionEnd: (id: string) => `/admin/profile/session/end/${id}`,
    profileSessionsEnd: () => '/admin/profile/session/end-others',
    profileSignIns: () => '/admin/profile/log',
    operator: {
      ...noun('admin/operator'),
      secondFactor: (id: string) => `/admin/operator/second-factor/${id}`,
      invite: (id: string) => `/admin/operator/invite/${id}`,
    },
    log: {
      audit: () => '/admin/log/audit',
      /** The log of one organisation. */
      auditOf: (entity: string) => `/admin/log/audit?entity=${entity}`,
      entry: (id: string, entity?: string) =>
        `/admin/log/audit/view/${id}${entity ? `?entity=${entity}` : ''}`,
      verify: () => '/admin/log/audit/verify',
      login: () => '/admin/log/login',
    },
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
