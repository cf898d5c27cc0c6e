import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { type RequestNoun, requestNouns } from '#app/domain/core/request-nouns.ts'
import { type ResourceNoun, resourceNouns } from '#app/domain/core/resources.ts'

/** Codes that callers of the API may rely on. Words change and are translated; these do not. */
const apiCodes = [
  'AUTH_TOKEN_EXPIRED',
  'AUTH_TOKEN_INVALID',
  'SESSION_TIMEOUT',
  'AUTH_INACTIVE',
  'AUTH_FAILED',
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_OTP_INVALID',
  'AUTH_PASSWORD_INVALID',
  'AUTH_CODE_REQUIRED',
  'AUTH_RECOVERY_EXPIRED',
  'AUTH_RESET_FAILED',
  'ADMIN_EXISTS',
  'ADMIN_INVALID_CREDENTIALS',
  'ROLE_UNSUITABLE',
  'ACTION_NOT_ALLOWED',
  'CROSS_SITE',
  'DUPLICATE_CODE_CATEGORY',
  'DUPLICATE_CODE_MODULE',
  'DUPLICATE_CODE_PROGRAM',
  'DUPLICATE_CODE_SUBJECT',
  'DUPLICATE_SUBDOMAIN',
  'DUPLICATE_STUDENT',
  'DUPLICATE_ENROLMENT',
  'DUPLICATE_RECORD',
  'VERSION_CONFLICT',
  'DOMAIN_NO_A_RECORD',
  'DOMAIN_INVALID',
  'DOMAIN_UNREACHABLE',
  'SMTP_TEST_FAILED',
  'SMTP_NOT_SETUP',
  'SMTP_VERIFY_FAILED',
  'INVOICE_CREATE_FAILED',
  'INVOICE_GENERATE_FAILED',
  'INVOICE_IN_PAYMENT',
  'CREDIT_INSUFFICIENT',
  'CREDIT_TOPUP_FAILED',
  'ENTITY_RENEW_FAILED',
  'ENTITY_REGISTER_FAILED',
  'FILE_UPLOAD_FAILED',
  'FILE_TOO_BIG',
  'IMPORT_FAILED',
  'STAFF_REMOVE_FAILED',
  'STUDENT_HAS_ACTIVE_CLASSES',
  'EINV_SUBMISSION_FAILED',
  'EINV_TIN_FAILED',
  'EINV_TIN_INVALID',
  'EINV_CONNECTION_TEST_FAILED',
  'EINV_CONNECTION',
  'EINV_CREDENTIAL',
  'EINV_INTERMEDIARY_AUTH',
  'EINV_LOAD_FAILED',
  'EINV_UPDATE_FAILED',
  'PAY_B2C_MAX',
  'PAY_B2C_MIN',
  'PAY_B2B1_MAX',
  'PAY_B2B1_MIN',
  'INPUT_INVALID',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'UNEXPECTED',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE_UNSUPPORTED',
  'METHOD_NOT_ALLOWED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'UNKNOWN_HOST',
] as const

type NotFound = Extract<RefusalCode, `not_found.${string}`>
type NotFoundCode = NotFound extends `not_found.${infer Noun}` ? `NOT_FOUND_${Uppercase<Noun>}` : never
export type ApiCode = (typeof apiCodes)[number] | NotFoundCode

type Answer = readonly [code: ApiCode, status: number]

type Alone = Exclude<RefusalCode, `${string}.${string}`>
type Family = RefusalCode extends infer Code
  ? Code extends `${infer First}.${string}`
    ? First
    : never
  : never

const alone: Record<Alone, Answer> = {
  unexpected: ['UNEXPECTED', 500],
  action_not_allowed: ['ACTION_NOT_ALLOWED', 403],
  confirm_required: ['ACTION_NOT_ALLOWED', 403],
  role_unsuitable: ['ROLE_UNSUITABLE', 403],
  session_timeout: ['SESSION_TIMEOUT', 401],
  version_conflict: ['VERSION_CONFLICT', 409],
  too_many_requests: ['RATE_LIMITED', 429],
  database_busy: ['UNAVAILABLE', 503],
  database_offline: ['UNAVAILABLE', 503],
  cross_site: ['CROSS_SITE', 403],
}

const inputInvalid: Answer = ['INPUT_INVALID', 422]

const ofRequests = Object.fromEntries(
  requestNouns.map((noun) => [noun, ['ACTION_NOT_ALLOWED', 409]]),
) as unknown as Record<RequestNoun, Answer>

/** Unless {@link exact} says otherwise. A new family of refusals does not compile without one. */
const families: Record<Exclude<Family, 'not_found' | ResourceNoun>, Answer> = {
  ...ofRequests,
  admin: ['ACTION_NOT_ALLOWED', 403],
  announcement: inputInvalid,
  api: inputInvalid,
  application: ['ACTION_NOT_ALLOWED', 409],
  audit: inputInvalid,
  auth: ['AUTH_FAILED', 401],
  bank_line: ['ACTION_NOT_ALLOWED', 409],
  bank_statement: inputInvalid,
  cancel_request: ['ACTION_NOT_ALLOWED', 409],
  chip: inputInvalid,
  credit: ['CREDIT_TOPUP_FAILED', 502],
  donation: inputInvalid,
  fund: inputInvalid,
  bank_change: ['ACTION_NOT_ALLOWED', 409],
  hand_over: ['ACTION_NOT_ALLOWED', 409],
  help_visit: ['ACTION_NOT_ALLOWED', 409],
  message: ['ACTION_NOT_ALLOWED', 409],
  payout: ['ACTION_NOT_ALLOWED', 409],
  payout_adjustment: ['ACTION_NOT_ALLOWED', 409],
  payout_day: ['ACTION_NOT_ALLOWED', 409],
  zakat_appointment: ['ACTION_NOT_ALLOWED', 409],
  drawer: ['ACTION_NOT_ALLOWED', 409],
  document: inputInvalid,
  duitnow: inputInvalid,
  domain: ['DOMAIN_INVALID', 422],
  duplicate: ['DUPLICATE_RECORD', 409],
  einvoice: ['EINV_SUBMISSION_FAILED', 422],
  einvoice_obligation: inputInvalid,
  einvoice_setting: inputInvalid,
  enrolment: ['ACTION_NOT_ALLOWED', 409],
  entity: inputInvalid,
  family: inputInvalid,
  feature: ['ACTION_NOT_ALLOWED', 403],
  family_credit: ['ACTION_NOT_ALLOWED', 409],
  file: ['FILE_UPLOAD_FAILED', 422],
  form: ['DUPLICATE_RECORD', 409],
  four_eyes: ['ACTION_NOT_ALLOWED', 403],
  generation: ['INVOICE_GENERATE_FAILED', 422],
  rollover: inputInvalid,
  identity: inputInvalid,
  import: ['IMPORT_FAILED', 422],
  input: inputInvalid,
  invitation: ['AUTH_TOKEN_INVALID', 401],
  invoice: inputInvalid,
  job: ['ACTION_NOT_ALLOWED', 409],
  label: inputInvalid,
  month: ['ACTION_NOT_ALLOWED', 409],
  numbering: inputInvalid,
  payment_exception: ['ACTION_NOT_ALLOWED', 409],
  package: ['ACTION_NOT_ALLOWED', 409],
  package_limit: ['ACTION_NOT_ALLOWED', 409],
  parent: ['ACTION_NOT_ALLOWED', 409],
  operator: ['ACTION_NOT_ALLOWED', 403],
  payment: inputInvalid,
  profile: inputInvalid,
  reminder: inputInvalid,
  family_contact: inputInvalid,
  register: inputInvalid,
  registration: ['ACTION_NOT_ALLOWED', 409],
  revenue: inputInvalid,
  registration_form: inputInvalid,
  second_factor: inputInvalid,
  smtp: inputInvalid,
  staff: ['STAFF_REMOVE_FAILED', 409],
  statement: ['ACTION_NOT_ALLOWED', 403],
  student: inputInvalid,
  subject_fee: ['ACTION_NOT_ALLOWED', 409],
  subscription: ['ENTITY_RENEW_FAILED', 422],
  verify: inputInvalid,
  trainer: ['ACTION_NOT_ALLOWED', 409],
}

const exact: Partial<Record<RefusalCode, Answer>> = {
  ...Object.fromEntries(
    resourceNouns.map((noun) => [`${noun}.in_use`, ['ACTION_NOT_ALLOWED', 409] as const]),
  ),
  'branch.last_active': ['ACTION_NOT_ALLOWED', 409],
  'auth.token_expired': ['AUTH_TOKEN_EXPIRED', 401],
  'auth.token_invalid': ['AUTH_TOKEN_INVALID', 401],
  'auth.inactive': ['AUTH_INACTIVE', 401],
  'auth.entity_inactive': ['AUTH_INACTIVE', 401],
  'auth.invalid_credentials': ['AUTH_INVALID_CREDENTIALS', 401],
  'auth.code_required': ['AUTH_CODE_REQUIRED', 401],
  'auth.locked': ['RATE_LIMITED', 429],
  'auth.otp_invalid': ['AUTH_OTP_INVALID', 401],
  'auth.otp_over': ['AUTH_OTP_INVALID', 401],
  'auth.fact_required': ['AUTH_CODE_REQUIRED', 401],
  'auth.fact_invalid': ['AUTH_OTP_INVALID', 401],
  'auth.fact_over': ['RATE_LIMITED', 429],
  'auth.codes_over': ['RATE_LIMITED', 429],
  'auth.codes_over_day': ['RATE_LIMITED', 429],
  'profile.claims_over': ['RATE_LIMITED', 429],
  'profile.claims_over_day': ['RATE_LIMITED', 429],
  'auth.recovery_renew': ['AUTH_RECOVERY_EXPIRED', 410],
  'auth.reset_failed': ['AUTH_RESET_FAILED', 422],
  'auth.password_invalid': ['AUTH_PASSWORD_INVALID', 422],
  'auth.password_common': inputInvalid,
  'admin.invalid_credentials': ['ADMIN_INVALID_CREDENTIALS', 401],
  'duplicate.admin': ['ADMIN_EXISTS', 409],
  'duplicate.category_code': ['DUPLICATE_CODE_CATEGORY', 409],
  'duplicate.module_code': ['DUPLICATE_CODE_MODULE', 409],
  'duplicate.program_code': ['DUPLICATE_CODE_PROGRAM', 409],
  'duplicate.subject_code': ['DUPLICATE_CODE_SUBJECT', 409],
  'duplicate.subdomain': ['DUPLICATE_SUBDOMAIN', 409],
  'duplicate.student': ['DUPLICATE_STUDENT', 409],
  'student.twin': ['DUPLICATE_STUDENT', 409],
  'student.has_active_classes': ['STUDENT_HAS_ACTIVE_CLASSES', 409],
  'student.has_open_invoices': ['ACTION_NOT_ALLOWED', 409],
  'subject.enrolments_changed': ['ACTION_NOT_ALLOWED', 409],
  'duplicate.enrolment': ['DUPLICATE_ENROLMENT', 409],
  'invoice.create_failed': ['INVOICE_CREATE_FAILED', 422],
  'invoice.generate_failed': ['INVOICE_GENERATE_FAILED', 422],
  'credit.insufficient': ['CREDIT_INSUFFICIENT', 402],
  'domain.no_a_record': ['DOMAIN_NO_A_RECORD', 422],
  'domain.unreachable': ['DOMAIN_UNREACHABLE', 422],
  'einvoice.tin_failed': ['EINV_TIN_FAILED', 422],
  'einvoice.tin_invalid': ['EINV_TIN_INVALID', 422],
  'einvoice.connection_test_failed': ['EINV_CONNECTION_TEST_FAILED', 422],
  'einvoice.connection': ['EINV_CONNECTION', 502],
  'einvoice.credential': ['EINV_CREDENTIAL', 422],
  'einvoice.intermediary_auth': ['EINV_INTERMEDIARY_AUTH', 422],
  'einvoice.load_settings_failed': ['EINV_LOAD_FAILED', 502],
  'einvoice.load_consolidation_failed': ['EINV_LOAD_FAILED', 502],
  'einvoice.update_settings_failed': ['EINV_UPDATE_FAILED', 502],
  'einvoice.update_consolidation_failed': ['EINV_UPDATE_FAILED', 502],
  'file.too_big': ['FILE_TOO_BIG', 413],
  'register.changed': ['VERSION_CONFLICT', 409],
  'file.larger_than': ['FILE_TOO_BIG', 413],
  'invoice.in_payment': ['INVOICE_IN_PAYMENT', 409],
  'payment.b2c_max': ['PAY_B2C_MAX', 422],
  'payment.b2c_min': ['PAY_B2C_MIN', 422],
  'payment.b2b1_max': ['PAY_B2B1_MAX', 422],
  'payment.b2b1_min': ['PAY_B2B1_MIN', 422],
  'payment.gateway_unavailable': ['UNAVAILABLE', 503],
  'payment.gateway_paused': ['UNAVAILABLE', 503],
  'entity.register_failed': ['ENTITY_REGISTER_FAILED', 422],
  'entity.bank_elsewhere': ['ACTION_NOT_ALLOWED', 403],
  'entity.renew_failed': ['ENTITY_RENEW_FAILED', 422],
  'smtp.test_failed': ['SMTP_TEST_FAILED', 422],
  'subscription.renewal_open': ['ENTITY_RENEW_FAILED', 409],
  'smtp.not_setup': ['SMTP_NOT_SETUP', 422],
  'smtp.verify_failed': ['SMTP_VERIFY_FAILED', 422],
  'api.method': ['METHOD_NOT_ALLOWED', 405],
  'api.media_type': ['MEDIA_TYPE_UNSUPPORTED', 415],
  'api.key_reused': ['IDEMPOTENCY_KEY_REUSED', 422],
  'api.in_progress': ['IDEMPOTENCY_IN_PROGRESS', 409],
}

export function apiCodeOf(code: RefusalCode): { code: ApiCode; status: number } {
  const [first, rest] = code.split(/\.(.*)/s)
  const answer =
    exact[code] ??
    (rest === undefined ? alone[code as Alone] : families[first as keyof typeof families]) ??
    (resourceNouns.some((noun) => noun === first) ? inputInvalid : undefined)
  if (answer) return { code: answer[0], status: answer[1] }
  return { code: `NOT_FOUND_${rest!.toUpperCase()}` as ApiCode, status: 404 }
}

export function apiStatuses(code: ApiCode): number[] {
  if (code.startsWith('NOT_FOUND_')) return [404]
  const answers = [...Object.values(alone), ...Object.values(families), ...Object.values(exact), ...aboutCall]
  return [...new Set(answers.filter(([one]) => one === code).map(([, status]) => status))]
}

const aboutCall: Answer[] = [
  ['BODY_TOO_LARGE', 413],
  ['UNKNOWN_HOST', 421],
]
