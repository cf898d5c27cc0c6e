import { noun, pictured } from './noun-paths.ts'

interface Days {
  from: string
  to: string
}

const spanned = (days?: Days) => (days ? `?${new URLSearchParams({ from: days.from, to: days.to })}` : '')

/** Of students, parents and their families, of who works here, and of how they come into the product. */
export const peoplePaths = {
  parent: {
    ...noun('parent'),
    /** Then on to a new child of theirs, or to a child whom they are added to. */
    newFor: (child: string) => `/parent/new?child=${child}`,
    restore: (id: string) => `/parent/restore/${id}`,
    removed: () => '/parent/removed',
    reveal: (id: string) => `/parent/reveal/${id}`,
    invite: (id: string) => `/parent/invite/${id}`,
  },
  /** One account: a parent who pays, the children and the other parents; by the id of who pays, or of any parent. */
  family: {
    find: (q = '') => `/family${q && `?q=${encodeURIComponent(q)}`}`,
    view: (id: string) => `/family/view/${id}`,
    pay: (id: string) => `/family/pay/${id}`,
    payAll: (id: string, invoices: readonly string[]) =>
      `/family/pay/${id}?${new URLSearchParams(invoices.map((one) => ['invoice', one]))}`,
    note: (id: string) => `/family/note/${id}`,
    contact: (id: string) => `/family/contact/${id}`,
    strikeNote: (id: string) => `/family/note/strike/${id}`,
    join: (id: string) => `/family/join/${id}`,
    part: (id: string) => `/family/part/${id}`,
    file: (id: string) => `/family/file/${id}`,
    getFile: (id: string) => `/family/file/get/${id}`,
    removeFile: (id: string) => `/family/file/remove/${id}`,
    statement: (id: string, days?: Days) => `/family/statement/${id}${spanned(days)}`,
    statementPaper: (id: string, days: Days) => `/family/statement/print/${id}${spanned(days)}`,
    statementDownload: (id: string, days: Days) => `/family/statement/download/${id}${spanned(days)}`,
    sendStatement: (id: string, days: Days) => `/family/statement/send/${id}${spanned(days)}`,
    statementFile: (id: string, format: 'csv' | 'xlsx', days: Days) =>
      `/family/statement/file/${id}/${format}${spanned(days)}`,
    credits: (q = '') => `/family-credit${q && `?q=${encodeURIComponent(q)}`}`,
    spendCredit: (id: string) => `/family-credit/spend/${id}`,
    /** Of an invoice. */
    takeCreditOff: (id: string) => `/family-credit/take-off/${id}`,
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
  /** What a family asks to have changed of a child. */
  studentChange: {
    list: () => '/student-change',
    /** Of a student. */
    new: (student_id: string) => `/student/change/${student_id}`,
    view: (id: string) => `/student-change/view/${id}`,
    approve: (id: string) => `/student-change/approve/${id}`,
    reject: (id: string) => `/student-change/reject/${id}`,
    withdraw: (id: string) => `/student-change/withdraw/${id}`,
    reveal: (id: string) => `/student-change/reveal/${id}`,
  },
  studentDiscount: {
    list: (q?: string) => `/student-discount${q ? `?q=${encodeURIComponent(q)}` : ''}`,
    view: (id: string) => `/student-discount/view/${id}`,
    approve: (id: string) => `/student-discount/approve/${id}`,
    reject: (id: string) => `/student-discount/reject/${id}`,
    withdraw: (id: string) => `/student-discount/withdraw/${id}`,
    end: (id: string) => `/student-discount/end/${id}`,
    renew: (id: string) => `/student-discount/renew/${id}`,
    ending: () => '/student-discount?ends=soon',
  },
  application: {
    list: (status?: string) => `/application${status ? `?status=${status}` : ''}`,
    view: (id: string) => `/application/view/${id}`,
    approve: (id: string) => `/application/approve/${id}`,
    reject: (id: string) => `/application/reject/${id}`,
    withdraw: (id: string) => `/application/withdraw/${id}`,
    fee: (id: string) => `/application/fee/${id}`,
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
} as const
