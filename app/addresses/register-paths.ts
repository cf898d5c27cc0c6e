import type { Step } from '#app/domain/platform/registrations/steps.ts'

/** Families register by themselves. `place`: of a parent, or of a child, among those of the family. */
export const registerPaths = {
  start: () => '/register',
  classes: () => '/register/classes',
  /** Of one class, for whoever is sent the link. */
  subject: (id: string) => `/register/${id}`,
  parents: () => '/register/parent/1',
  begin: (subject_id: string) => `/register/parent/1?subject=${subject_id}`,
  parent: (place: number, more = false) => `/register/parent/${place}${more ? '/more' : ''}`,
  parentRemove: () => '/register/parent/remove',
  students: () => '/register/students',
  beginStudents: (subject_id: string) => `/register/students?subject=${subject_id}`,
  studentAdd: () => '/register/student/add',
  student: (place: number, more = false) => `/register/student/${place}${more ? '/more' : ''}`,
  studentRemove: () => '/register/student/remove',
  subjects: () => '/register/subjects',
  subjectsOf: (place: number) => `/register/subjects/${place}`,
  questions: () => '/register/questions',
  documents: () => '/register/documents',
  documentRemove: () => '/register/documents/remove',
  file: (id: string) => `/register/file/${id}`,
  review: () => '/register/review',
  phone: () => '/register/phone',
  phoneCode: () => '/register/phone/code',
  later: () => '/register/later',
  resume: (code: string) => `/register/resume/${code}`,
  forget: () => '/register/forget',
  done: () => '/register/done',
} as const

/** What an organisation decides about it. */
export const registrationSettingPaths = {
  registration: () => '/setting/registration',
  registrationEdit: () => '/setting/registration/edit',
  registrationFields: () => '/setting/registration/fields',
  registrationPreview: () => '/setting/registration/preview',
  registrationAnswers: () => '/setting/registration/answers',
  registrationQuestionNew: () => '/setting/registration/question/new',
  registrationQuestion: (id: string) => `/setting/registration/question/${id}`,
  registrationQuestionMove: () => '/setting/registration/question/move',
  registrationQuestionRemove: () => '/setting/registration/question/remove',
} as const

/** The front door of the main host: what the product is, what it costs, and asking to be let in. */
export const frontPaths = {
  start: () => '/register',
  packages: () => '/register/package',
  begin: () => '/register/organisation/begin',
  /** Where it goes on, by the code of what was begun. */
  resume: (code: string) => `/register/organisation/${code}`,
  /** `check`: with what is wrong beside its fields. */
  step: (code: string, step: Step, check = false) =>
    `/register/organisation/${code}/${step}${check ? '?check' : ''}`,
  document: (code: string, id: string) => `/register/organisation/${code}/document/${id}`,
  documentRemove: (code: string) => `/register/organisation/${code}/document/remove`,
  forget: (code: string) => `/register/organisation/${code}/forget`,
  done: (code: string) => `/register/organisation/${code}/done`,
} as const

/** Organisations that ask to be let in, as the operator sees them. */
export const registrationPaths = {
  list: () => '/admin/registration',
  view: (id: string) => `/admin/registration/view/${id}`,
  document: (id: string, file: string) => `/admin/registration/document/${id}/${file}`,
  edit: (id: string) => `/admin/registration/edit/${id}`,
  approve: (id: string) => `/admin/registration/approve/${id}`,
  reject: (id: string) => `/admin/registration/reject/${id}`,
  paid: (id: string) => `/admin/registration/paid/${id}`,
}
