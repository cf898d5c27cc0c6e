import { z } from 'zod'
import { type JobKind, patience } from './patience.ts'

const id = z.uuid()
const nothing = z.object({})
/** Of a row, by their names. */
const fields = z.record(z.string(), z.unknown())
const bankTold = z.object({
  change_id: id,
  moment: z.enum(['asked', 'confirmed', 'refused', 'withdrawn']),
})
const appointmentTold = z.object({ appointment_id: id, days: z.number().int().nullable() })
const payoutTold = z.object({ payout_id: id, moment: z.enum(['paid', 'failed']) })
const payoutDayTold = z.object({ request_id: id, moment: z.enum(['confirmed', 'refused']) })
/** Who did what is told. */
const by = z.object({
  type: z.enum(['user', 'operator', 'guest', 'system']),
  id: id.nullable(),
  name: z.string(),
  request_id: z.string().nullable(),
})
const entityTold = z.object({
  action: z.enum([
    'entity.edited',
    'entity.activated',
    'entity.deactivated',
    'entity.bank_confirmed',
    'entity.bank_refused',
    'entity.payout_day_confirmed',
    'entity.payout_day_refused',
    'entity.domain_off',
    'entity.domain_on',
    'subscription.extended',
    'subscription.credit_changed',
    'subscription.renewal_requested',
    'platform_invoice.chip_fee_billed',
    'platform_invoice.paid',
    'platform_invoice.cancelled',
    'help.entered',
    'help.left',
    'help.ended',
  ]),
  object: z.object({ type: z.enum(['entity', 'subscription', 'platform_invoice', 'help_visit']), id }),
  by,
  before: fields.nullable(),
  after: fields.nullable(),
})
const helpTold = z.object({
  action: z.enum(['help.code_made', 'help.code_withdrawn', 'help.left', 'help.ended']),
  object: z.object({ type: z.enum(['help_code', 'help_visit']), id }),
  by,
  after: fields,
})
const ending = z.object({ expires_on: z.iso.date(), days: z.number().int() })
const aboutBooks = z.object({ operator_id: id, equation_id: id })
const anchor = z.object({ number: z.number().int(), hash: z.string() })

const registration = z.object({ registration_id: id })
const billed = z.object({ invoice_id: id })

/** Of what the platform sells, bills and pays out; a part of the catalogue. */
const platformJobs = {
  'registration.received': { of: 'platform', payload: registration, ...patience.outside },
  'registration.provision': { of: 'platform', payload: registration, ...patience.inside },
  'registration.rejected': { of: 'platform', payload: registration, ...patience.outside },
  /** Each field that an operator changed, as it was and as it is; to one address. */
  'registration.changed': {
    of: 'platform',
    payload: registration.extend({ to: z.email(), reason: z.string(), before: fields, after: fields }),
    ...patience.outside,
  },
  'payout.prepare': { of: 'platform', payload: nothing, ...patience.once },
  'payout.book': { of: 'tenant', payload: nothing, ...patience.inside },
  'payout.notify': { of: 'tenant', payload: payoutTold, ...patience.inside },
  'payout.mail': {
    of: 'tenant',
    payload: payoutTold.extend({ user_id: id.nullable() }),
    ...patience.outside,
  },
  'payout.notify_day': { of: 'tenant', payload: payoutDayTold, ...patience.inside },
  'payout.mail_day': {
    of: 'tenant',
    payload: payoutDayTold.extend({ user_id: id.nullable() }),
    ...patience.outside,
  },
  'subscription.turn': { of: 'platform', payload: nothing, ...patience.once },
  'subscription.notify': { of: 'tenant', payload: ending, ...patience.inside },
  'subscription.mail': { of: 'tenant', payload: ending.extend({ user_id: id }), ...patience.outside },
  /** Of an invoice for what came by CHIP. */
  'subscription.notify_fee': { of: 'tenant', payload: billed, ...patience.inside },
  'subscription.mail_fee': { of: 'tenant', payload: billed.extend({ user_id: id }), ...patience.outside },
  /** Few message credits are left. */
  'subscription.credit_low': { of: 'tenant', payload: nothing, ...patience.inside },
  'subscription.credit_mail': { of: 'tenant', payload: z.object({ user_id: id }), ...patience.outside },
  'registration.expire': { of: 'platform', payload: nothing, ...patience.once },
  'platform_invoice.render': {
    of: 'platform',
    payload: z.object({ invoice_id: id, locale: z.string(), key: z.string() }),
    ...patience.inside,
  },
  /** The gateway is asked about a payment of an invoice of the platform. */
  'platform_payment.enquire': { of: 'platform', payload: z.object({ attempt_id: id }), ...patience.outside },
} as const satisfies Record<string, JobKind>

/**
 * A job `of` a tenant runs at the place of the organisation whose outbox row asked for it, one of the platform at the
 * platform's. Imports nothing but zod, parts of itself, payloads and how patient a job is, so that anything may import it.
 */
export const catalogue = {
  'document.render': { of: 'tenant', payload: z.object({ document_id: id }), ...patience.inside },
  'receipt.send': { of: 'tenant', payload: z.object({ payment_id: id }), ...patience.outside },
  'invoice.send': { of: 'tenant', payload: z.object({ invoice_id: id }), ...patience.outside },
  'credit_note.send': { of: 'tenant', payload: z.object({ credit_note_id: id }), ...patience.outside },
  'credit_refund.send': { of: 'tenant', payload: z.object({ credit_refund_id: id }), ...patience.outside },
  'credit_refund.chip': { of: 'tenant', payload: z.object({ credit_refund_id: id }), ...patience.outside },
  'credit_refund.failed': { of: 'tenant', payload: z.object({ credit_refund_id: id }), ...patience.inside },
  'credit_refund.failed_mail': {
    of: 'tenant',
    payload: z.object({ credit_refund_id: id, user_id: id }),
    ...patience.outside,
  },
  'student_change.send': { of: 'tenant', payload: z.object({ student_change_id: id }), ...patience.outside },
  'transfer_slip.send': { of: 'tenant', payload: z.object({ transfer_slip_id: id }), ...patience.outside },
  'transfer_slip.upkeep': { of: 'tenant', payload: nothing, ...patience.inside },
  'transfer_slip.upkeep_all': { of: 'platform', payload: nothing, ...patience.once },
  'statement.send': {
    of: 'tenant',
    payload: z.object({ parent_id: id, from: z.iso.date(), to: z.iso.date() }),
    ...patience.outside,
  },
  /** Goes to the address that the person had before the change. */
  'account.notify': {
    of: 'tenant',
    payload: z.object({ user_id: id, what: z.enum(['password', 'contact']), address: z.email() }),
    ...patience.outside,
  },
  'operator.invite': {
    of: 'platform',
    payload: z.object({ operator_id: id, token_sealed: z.string() }),
    ...patience.outside,
  },
  'operator.notice': {
    of: 'platform',
    payload: z.object({
      operator_id: id,
      kind: z.enum([
        'email_changed',
        'password_changed',
        'recovery_code_used',
        'recovery_codes_renewed',
        'second_factor_off',
        'second_factor_on',
        'second_factor_replaced',
        'second_factor_reset',
      ]),
      /** Who did it, if it was not the operator. */
      by: z.string().nullable(),
      at: z.iso.datetime(),
      ip: z.string().nullable(),
      codes_left: z.number().int().optional(),
      address: z.string().optional(),
    }),
    ...patience.outside,
  },
  'invitation.send': { of: 'tenant', payload: z.object({ invitation_id: id }), ...patience.outside },
  /** Of a purchase that nobody shall pay any more. */
  'chip.cancel': { of: 'tenant', payload: z.object({ attempt_id: id }), ...patience.outside },
  /** Of an account that is left, with its own key. */
  'chip.unhook': {
    of: 'tenant',
    payload: z.object({ hook_id: z.string(), key_sealed: z.string() }),
    ...patience.outside,
  },
  'payment.enquire': { of: 'tenant', payload: z.object({ attempt_id: id }), ...patience.outside },
  /** Without an exception: those of the reader that have waited for days. */
  'exception.mail': {
    of: 'tenant',
    payload: z.object({ user_id: id, exception_id: id.nullable() }),
    ...patience.outside,
  },
  'exception.mail_operator': {
    of: 'platform',
    payload: z.object({ operator_id: id, exception_id: id.nullable() }),
    ...patience.outside,
  },
  'exception.notify_operators': {
    of: 'tenant',
    payload: z.object({ exception_id: id }),
    ...patience.inside,
  },
  'exception.remind': { of: 'tenant', payload: nothing, ...patience.inside },
  'exception.remind_all': { of: 'platform', payload: nothing, ...patience.once },
  /** To the family: it has come in; and what was decided, as it is when the mail is written. */
  'application.received': { of: 'tenant', payload: z.object({ application_id: id }), ...patience.outside },
  'application.decided': {
    of: 'tenant',
    payload: z.object({ application_id: id, student_ids: z.array(id) }),
    ...patience.outside,
  },
  /** To one who may decide. */
  'application.notify': {
    of: 'tenant',
    payload: z.object({ user_id: id, application_id: id }),
    ...patience.outside,
  },
  'application.auto_approve': {
    of: 'tenant',
    payload: z.object({ application_id: id }),
    ...patience.inside,
  },
  /** Reminders of those that wait for long, and the end of what was rejected long ago. */
  'application.upkeep': { of: 'tenant', payload: nothing, ...patience.inside },
  'application.upkeep_all': { of: 'platform', payload: nothing, ...patience.once },
  'code.send': { of: 'tenant', payload: z.object({ code_id: id }), ...patience.urgent },
  'organisation.send': { of: 'platform', payload: z.object({ code_id: id }), ...patience.urgent },
  'recovery.send': {
    of: 'tenant',
    payload: z.object({ user_id: id.nullable() }),
    ...patience.outside,
    urgent: true,
  },
  'operator_recovery.send': {
    of: 'platform',
    payload: z.object({ operator_id: id.nullable() }),
    ...patience.outside,
    urgent: true,
  },
  'payment.sweep': { of: 'platform', payload: nothing, ...patience.once },
  'fpx.watch': { of: 'platform', payload: nothing, ...patience.once },
  'fpx.warn': {
    of: 'platform',
    payload: z.object({
      operator_id: id,
      whose: z.enum(['fpx', 'own']),
      fingerprint: z.string(),
      subject: z.string(),
      not_after: z.iso.datetime(),
    }),
    ...patience.outside,
  },
  'fpx.unwritten': {
    of: 'platform',
    payload: z.object({
      operator_id: id,
      count: z.number().int(),
      since: z.iso.datetime(),
      order_nos: z.array(z.string()),
    }),
    ...patience.outside,
  },
  'audit.sweep': { of: 'platform', payload: nothing, ...patience.once },
  'audit.seal': { of: 'tenant', payload: nothing, ...patience.inside },
  'audit.anchor_all': { of: 'platform', payload: nothing, ...patience.once },
  'audit.anchor': { of: 'tenant', payload: nothing, ...patience.inside },
  'audit.mail': { of: 'tenant', payload: anchor.extend({ user_id: id }), ...patience.outside },
  'audit.mail_owner': { of: 'platform', payload: anchor.extend({ operator_id: id }), ...patience.outside },
  /** Seats in classes, classes and discounts become what the day makes of them: ended, paused, resumed. */
  'day.turn': { of: 'tenant', payload: nothing, ...patience.inside },
  'day.turn_all': { of: 'platform', payload: nothing, ...patience.once },
  /** What ends within a month is noticed each morning, and told to who decides. */
  'arrangement.send': { of: 'tenant', payload: z.object({ arrangement_id: id }), ...patience.outside },
  'arrangement.settle': { of: 'tenant', payload: nothing, ...patience.inside },
  'equation.check': { of: 'tenant', payload: nothing, ...patience.inside },
  'equation.check_all': { of: 'platform', payload: nothing, ...patience.once },
  'equation.mail': { of: 'platform', payload: aboutBooks, ...patience.outside },
  'arrangement.settle_all': { of: 'platform', payload: nothing, ...patience.once },
  'discount.notice': { of: 'tenant', payload: nothing, ...patience.inside },
  'discount.notice_all': { of: 'platform', payload: nothing, ...patience.once },
  'discount.ending': {
    of: 'tenant',
    payload: z.object({ user_id: id, ids: z.array(id).max(200) }),
    ...patience.outside,
  },
  /** What was done to the organisation at the platform's place, into its own log. */
  'entity.log': { of: 'tenant', payload: entityTold, ...patience.inside },
  /** What an organisation did about codes and visits of operators, into the platform's log; visits that are over; a mail of one. */
  'help.log': { of: 'tenant', payload: helpTold, ...patience.inside },
  'help.turn': { of: 'platform', payload: nothing, ...patience.once },
  'help.mail': { of: 'tenant', payload: z.object({ user_id: id, visit_id: id }), ...patience.outside },
  /** Letters of authorities that end: found once a day, and told to who looks after zakat, as is what the operator decides. */
  'zakat.watch': { of: 'platform', payload: nothing, ...patience.once },
  'zakat.notify': { of: 'tenant', payload: appointmentTold, ...patience.inside },
  'zakat.mail': { of: 'tenant', payload: appointmentTold.extend({ user_id: id }), ...patience.outside },
  /** What becomes of a bank account that was asked for, to who may change it and to the contact, who has no account. */
  'bank.notify': { of: 'tenant', payload: bankTold, ...patience.inside },
  'bank.mail': { of: 'tenant', payload: bankTold.extend({ user_id: id.nullable() }), ...patience.outside },
  /** To one who may set up the organisation's mail server, which is not used any more. */
  'mail_server.failed': { of: 'tenant', payload: z.object({ user_id: id }), ...patience.outside },
  /** Domains of organisations' own that are to be looked at now, each by itself, and what superadmins are told of one. */
  'domain.watch': { of: 'platform', payload: nothing, ...patience.once },
  'domain.check': { of: 'tenant', payload: nothing, ...patience.inside },
  'domain.notify': {
    of: 'tenant',
    payload: z.object({ user_id: id, what: z.string() }),
    ...patience.outside,
  },
  'import.check': { of: 'tenant', payload: z.object({ import_id: id }), ...patience.inside },
  'import.run': { of: 'tenant', payload: z.object({ import_id: id }), ...patience.inside },
  'import.undo': { of: 'tenant', payload: z.object({ import_id: id }), ...patience.inside },
  /** What was uploaded is not kept for long. */
  'import.clean': { of: 'tenant', payload: nothing, ...patience.inside },
  'import.clean_all': { of: 'platform', payload: nothing, ...patience.once },
  /** Lines of a bank are looked at and posted, and taken back. */
  'bank_statement.match': { of: 'tenant', payload: z.object({ statement_id: id }), ...patience.inside },
  'bank_statement.undo': { of: 'tenant', payload: z.object({ statement_id: id }), ...patience.inside },
  /** What a month bills: worked out, compared and billed, and taken back. */
  'generation.preview': { of: 'tenant', payload: z.object({ generation_id: id }), ...patience.inside },
  /** Goes before the mails that it has asked for, also after it was cut off. */
  'generation.run': {
    of: 'tenant',
    payload: z.object({ generation_id: id }),
    ...patience.inside,
    urgent: true,
  },
  'generation.undo': { of: 'tenant', payload: z.object({ generation_id: id }), ...patience.inside },
  /** The run of the day, where an organisation has it begin by itself. */
  'generation.turn': { of: 'tenant', payload: nothing, ...patience.inside },
  'generation.turn_all': { of: 'platform', payload: nothing, ...patience.once },
  /** A change of year: tried out, carried out, and taken back. */
  'rollover.preview': { of: 'tenant', payload: z.object({ rollover_id: id }), ...patience.inside },
  'rollover.run': { of: 'tenant', payload: z.object({ rollover_id: id }), ...patience.inside },
  'rollover.undo': { of: 'tenant', payload: z.object({ rollover_id: id }), ...patience.inside },
  /** Families who are to be reminded of what they owe are found, each is told, and who manages hears of the sums. */
  'reminder.turn': { of: 'tenant', payload: nothing, ...patience.inside },
  'reminder.turn_all': { of: 'platform', payload: nothing, ...patience.once },
  'reminder.send': { of: 'tenant', payload: z.object({ reminder_id: id }), ...patience.outside },
  'arrears.mail': {
    of: 'tenant',
    payload: z.object({ user_id: id, month: z.string() }),
    ...patience.outside,
  },
  /** The link to what a family has begun to fill in; its code is sealed. */
  'registration_draft.send': {
    of: 'tenant',
    payload: z.object({ draft_id: id, code_sealed: z.string(), address: z.email(), locale: z.string() }),
    ...patience.outside,
  },
  'registration_draft.clean': { of: 'tenant', payload: nothing, ...patience.inside },
  'registration_draft.clean_all': { of: 'platform', payload: nothing, ...patience.once },
  ...platformJobs,
  'idempotency.clean': { of: 'platform', payload: nothing, ...patience.once },
  'files.remove': { of: 'platform', payload: z.object({ schema: z.string() }), ...patience.inside },
  'files.clean': { of: 'platform', payload: nothing, ...patience.once },
  'outbox.clean': { of: 'platform', payload: nothing, ...patience.once },
  'message.bodies': { of: 'platform', payload: nothing, ...patience.once },
} as const satisfies Record<string, JobKind>

export type JobName = keyof typeof catalogue
export type Payload<N extends JobName> = z.output<(typeof catalogue)[N]['payload']>

export type TenantJobName = {
  [N in JobName]: (typeof catalogue)[N]['of'] extends 'tenant' ? N : never
}[JobName]
export type PlatformJobName = Exclude<JobName, TenantJobName>

export function isUrgent(name: JobName): boolean {
  return (catalogue[name] as JobKind).urgent ?? false
}

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(catalogue, name)
}

// What several jobs are given, or one in many words; imports nothing but zod.
