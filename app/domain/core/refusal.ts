import type { KeyOf } from '#app/i18n/keys.ts'
import { requestNouns } from './request-nouns.ts'
import { resourceNouns } from './resources.ts'
import type { Blocker } from './undo/undo-plan.ts'

/** Its sentence is in the group `refusal` of each language. */
export type RefusalCode = KeyOf<'refusal'>

/**
 * A no that the user may be told. `field` names a form field, else it is the whole form's; `values` fill placeholders;
 * `found` is what the page shows beside the form, such as who has these details already.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly field: string | undefined
  readonly values: Record<string, string | number>
  readonly found: readonly object[] | undefined
  /** What is in the way, which the page names with a link. */
  blockers: readonly Blocker[] = []
  constructor(
    code: RefusalCode,
    field?: string,
    values: Record<string, string | number> = {},
    found?: readonly object[],
  ) {
    super(code)
    this.code = code
    this.field = field
    this.values = values
    this.found = found
  }

  /** Names what is in the way; `refusals-that-lead.test.ts` holds which refusals must. */
  blockedBy(...blockers: readonly (Blocker | undefined | false)[]): this {
    this.blockers = blockers.filter((one): one is Blocker => Boolean(one))
    return this
  }
}

/** Refusals because of what others have done or what hangs on a row, besides `duplicate.*`, `*.in_use` and `*.decided`. */
const conflicts: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'version_conflict',
  'form.already_sent',
  'invoice.in_payment',
  'payment.already_cancelled',
  'payment.correct.cancelled',
  'cancel_request.effects_changed',
  'payment.changed.paid',
  'payment.changed.cancelled',
  'payment.changed.in_payment',
  'payment.changed.owed',
  'payment.changed.credit',
  'payment.changed.fee',
  'payment.family_changed',
  'hand_over.not_ready',
  'generation.state',
  'pay_sheet.state',
  'pay_sheet.outdated',
  'pay_sheet.no_difference',
  'generation.changed',
  'generation.other_run',
  'rollover.state',
  'rollover.open',
  'rollover.billing',
  'month.already_closed',
  'month.not_closed',
  'staff.remove_failed',
  'trainer.remove_failed',
  'student.has_active_classes',
  'subject.enrolments_changed',
  'student.has_open_invoices',
  'student.twin',
  'parent.pays',
  'enrolment.full',
  'credit_note.above_rest',
  'invoice.credited',
  'register.changed',
  'application.class_full',
  'application.already_registered',
  'application.similar',
  'application.same_family',
  'application.full_now',
  'reminder.open',
  'drawer.not_open',
  'drawer.not_waiting',
  'payout.state',
  'payout.nothing',
  'payout.sum_changed',
  'payout.none_approved',
  'payout.file_changed',
  'payout.own',
  'payout.account_changed',
  'payout.account_unverified',
  'payout.closed',
  'payout.lines_changed',
  'payout.day_too_early',
  'payout.day_in_future',
  'payout_adjustment.over_payment',
  'help_visit.code_gone',
  'help_visit.closed',
  'help_visit.over',
  'transfer_slip.posted',
  'transfer_slip.alike',
  'transfer_slip.taken',
  'transfer_slip.taken_elsewhere',
  'transfer_slip.part',
  'transfer_slip.part_elsewhere',
  'transfer_slip.same_file',
  'bank_line.taken',
  'bank_line.taken_elsewhere',
  'bank_line.part',
  'bank_line.part_elsewhere',
  'transfer_slip.same_file_elsewhere',
  'credit_refund.state',
  'bank_statement.state',
  'bank_statement.busy',
  'payment.credit_reserved',
  'arrangement.overtaken',
  'domain.taken',
  'class_session.trainer_taken',
  'class_session.trainer_taken_elsewhere',
  'class_session.room_taken',
  'class_session.room_taken_elsewhere',
  'class_session.made_up',
  'class_session.confirmed',
  'class_session.cancelled',
  'class_session.opened',
  'closure.sessions_changed',
  'marking.confirmed',
  'marking.cancelled',
  'marking.not_confirmed',
  'marking.made_up',
  'announcement.state',
  'announcement.counts_changed',
])

/** Refusals because of who asks, besides `*.not_yours`. */
const forbidden: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'action_not_allowed',
  'confirm_required',
  'role_unsuitable',
  'cross_site',
  'four_eyes.own_entry',
  'payment.correct.other_person',
  'four_eyes.own_request',
  'four_eyes.own_family',
  'four_eyes.own_family_rule',
  'drawer.own',
  'arrangement.elsewhere',
  'student_discount.above_half',
  'staff.own_account',
  'staff.own_roles',
  'staff.protected',
  'staff.role_not_yours',
  'trainer.other_roles',
  'subscription.over',
  'feature.lacking',
  'feature.nowhere',
  'feature.off',
  'domain.switched_off',
  'help_visit.only_looks',
  'announcement.send_not_yours',
  'announcement.overdue_not_yours',
])

/** Refusals because of how often. */
const limited: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'too_many_requests',
  'auth.code_wait',
  'auth.codes_over',
  'auth.codes_over_day',
  'auth.fact_over',
  'profile.claims_over',
  'profile.claims_over_day',
  'invitation.too_often',
  'document.too_many',
  'transfer_slip.too_many',
])

/** HTTP status, by the first part of the code. */
export function statusOf(code: RefusalCode): number {
  if (code.startsWith('not_found.')) return 404
  if (code.startsWith('duplicate.') || /\.(in_use|decided)$/.test(code) || conflicts.has(code)) return 409
  if (code.endsWith('.not_yours') || forbidden.has(code)) return 403
  if (limited.has(code)) return 429
  if (code === 'file.too_big' || code === 'file.larger_than') return 413
  if (code === 'credit.insufficient') return 402
  if (code === 'session_timeout' || code.startsWith('auth.token_')) return 401
  if (code === 'unexpected') return 500
  if (code.startsWith('database_') || code.startsWith('payment.gateway_')) return 503
  return 422
}

/** Every unique index that a form can hit. */
const byConstraint: Record<string, readonly [RefusalCode, string?]> = {
  ...Object.fromEntries(
    resourceNouns.map((noun) => [`${noun}_code_key`, [`duplicate.${noun}_code`, 'code'] as const]),
  ),
  // Of a request at most one is open.
  ...Object.fromEntries(
    requestNouns.map((noun) => [`${noun}_open_key`, [`duplicate.${noun}` as RefusalCode] as const]),
  ),
  cancel_request_open_key: ['duplicate.cancel_request'],
  help_code_open_key: ['duplicate.help_code'],
  zakat_appointment_open_key: ['duplicate.zakat_appointment'],
  class_session_trainer_excl: ['class_session.trainer_taken_elsewhere', 'trainer_user_id'],
  class_session_room_excl: ['class_session.room_taken_elsewhere', 'room'],
  class_session_replaces_key: ['class_session.made_up'],
  trainer_rate_day_key: ['duplicate.trainer_rate', 'starts_on'],
  pay_sheet_line_session_key: ['duplicate.session_paid'],
  payment_option_gateway_key: ['duplicate.payment_option', 'method'],
  chip_account_one_key: ['version_conflict'],
  einvoice_obligation_one_key: ['version_conflict'],
  einvoice_setting_one_key: ['version_conflict'],
  credit_refund_beyond_payment: ['credit_refund.beyond_payment', 'amount'],
  credit_refund_sending_key: ['credit_refund.state'],
  generation_running_key: ['generation.other_run'],
  generation_retry_key: ['generation.state'],
  rollover_open_key: ['rollover.open'],
  reminder_open_key: ['reminder.open'],
  reminder_family_day_key: ['reminder.open'],
  branch_is_hq_key: ['duplicate.branch_hq', 'is_hq'],
  staff_staff_no_key: ['duplicate.staff_no', 'staff_no'],
  staff_identity_no_index_key: ['duplicate.staff', 'identity_no'],
  parent_identity_no_index_key: ['duplicate.parent', 'identity_no'],
  student_student_no_key: ['duplicate.student_no', 'student_no'],
  student_birth_cert_no_key: ['duplicate.student', 'birth_cert_no'],
  student_identity_no_index_key: ['duplicate.student', 'identity_no'],
  accounting_export_closing_id_key: ['accounting_export.already'],
  accounting_export_month_key: ['accounting_export.already'],
  archive_year_key: ['archive.running'],
  archive_family_key: ['archive.running'],
  student_discount_open_key: ['duplicate.student_discount', 'discount_id'],
  cash_drawer_open_key: ['duplicate.drawer'],
  fund_entry_balance: ['fund.too_little_now'],
  fund_entry_beyond_gift: ['fund.beyond_gift'],
  entity_bank_change_open_key: ['duplicate.bank_change'],
  payout_day_request_open_key: ['duplicate.payout_day'],
  transfer_slip_open_key: ['duplicate.transfer_slip', 'file'],
  student_discount_renewed_key: ['student_discount.renewed'],
  attendance_mark_makeup_key: ['marking.made_up'],
  enrolment_student_id_subject_id_key: ['duplicate.enrolment', 'subject_id'],
  user_account_email_key: ['duplicate.user_email', 'email'],
  user_account_phone_key: ['duplicate.user_phone', 'phone'],
  package_code_key: ['duplicate.package', 'code'],
  bank_cost_model_from_on_key: ['duplicate.bank_cost', 'from_on'],
  closure_date_day_key: ['duplicate.holiday', 'closed_on'],
  operator_email_key: ['duplicate.admin', 'email'],
  entity_custom_domain_key: ['domain.taken', 'domain'],
  entity_fpx_seller_id_key: ['duplicate.seller_id', 'fpx_seller_id'],
  entity_registration_fpx_seller_id_key: ['duplicate.seller_id', 'fpx_seller_id'],
  entity_subdomain_key: ['duplicate.subdomain', 'subdomain'],
  entity_registration_subdomain_key: ['duplicate.subdomain', 'subdomain'],
  platform_invoice_open_renewal_key: ['subscription.renewal_open', 'package_id'],
}

/** Also behind a constraint. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const { constraint, column, detail } = (error ?? {}) as Partial<
    Record<'constraint' | 'column' | 'detail', string>
  >
  if (constraint === 'month_closed') {
    const month = detail ?? ''
    return new Refusal('month.closed', column, { month }).blockedBy({ to: 'month', id: month })
  }
  const known = constraint ? byConstraint[constraint] : undefined
  return known && new Refusal(...known)
}
