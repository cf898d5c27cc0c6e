import { z } from 'zod'
import { type JobKind, retries } from './retries.ts'

const id = z.uuid()
const nothing = z.object({})
/** As in `notify-deciders.ts`; a test compares them. */
const noticeNoun = z.enum([
  'arrangement',
  'cancel_request',
  'credit_move',
  'credit_note',
  'credit_refund',
  'drawer',
  'einvoice',
  'fund_move',
  'student_change',
  'student_discount',
  'transfer_slip',
])
const messageReport = z.object({
  channel: z.enum(['sms', 'whatsapp']),
  /** The gateway's id of the message and our reference. */
  id: z.string().nullable(),
  reference: z.string().nullable(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  is_number: z.boolean(),
})
/** Columns of a row, by name. */
const fields = z.record(z.string(), z.unknown())
const bankChangeEvent = z.object({
  change_id: id,
  moment: z.enum(['asked', 'confirmed', 'refused', 'withdrawn']),
})
const appointmentEvent = z.object({ appointment_id: id, days: z.number().int().nullable() })
const payoutEvent = z.object({ payout_id: id, moment: z.enum(['paid', 'failed']) })
const payoutDayEvent = z.object({ request_id: id, moment: z.enum(['confirmed', 'refused']) })
/** Who did what the job reports. */
const by = z.object({
  type: z.enum(['user', 'operator', 'guest', 'system']),
  id: id.nullable(),
  name: z.string(),
  request_id: z.string().nullable(),
})
const entityEvent = z.object({
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
const helpEvent = z.object({
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

/** The jobs about registrations, subscriptions and payouts. */
const platformJobs = {
  'registration.received': { of: 'platform', payload: registration, ...retries.outside },
  'registration.provision': { of: 'platform', payload: registration, ...retries.inside },
  'registration.rejected': { of: 'platform', payload: registration, ...retries.outside },
  /** Each field that an operator changed, as it was and as it is; to one address. */
  'registration.changed': {
    of: 'platform',
    payload: registration.extend({ to: z.email(), reason: z.string(), before: fields, after: fields }),
    ...retries.outside,
  },
  'payout.prepare': { of: 'platform', payload: nothing, ...retries.once },
  'payout.book': { of: 'tenant', payload: nothing, ...retries.inside },
  'payout.notify': { of: 'tenant', payload: payoutEvent, ...retries.inside },
  'payout.mail': {
    of: 'tenant',
    payload: payoutEvent.extend({ user_id: id.nullable() }),
    ...retries.outside,
  },
  'payout.notify_day': { of: 'tenant', payload: payoutDayEvent, ...retries.inside },
  'payout.mail_day': {
    of: 'tenant',
    payload: payoutDayEvent.extend({ user_id: id.nullable() }),
    ...retries.outside,
  },
  'subscription.turn': { of: 'platform', payload: nothing, ...retries.once },
  'subscription.notify': { of: 'tenant', payload: ending, ...retries.inside },
  'subscription.mail': { of: 'tenant', payload: ending.extend({ user_id: id }), ...retries.outside },
  /** Of an invoice for what came by CHIP. */
  'subscription.notify_fee': { of: 'tenant', payload: billed, ...retries.inside },
  'subscription.mail_fee': { of: 'tenant', payload: billed.extend({ user_id: id }), ...retries.outside },
  /** Few message credits are left. */
  // A top-up of message credits is paid.
  'subscription.notify_topup': { of: 'tenant', payload: billed, ...retries.inside },
  'subscription.topup_mail': { of: 'tenant', payload: billed.extend({ user_id: id }), ...retries.outside },
  'subscription.credit_low': { of: 'tenant', payload: nothing, ...retries.inside },
  'subscription.credit_mail': { of: 'tenant', payload: z.object({ user_id: id }), ...retries.outside },
  'registration.expire': { of: 'platform', payload: nothing, ...retries.once },
  'platform_invoice.render': {
    of: 'platform',
    payload: z.object({ invoice_id: id, locale: z.string(), key: z.string() }),
    ...retries.inside,
  },
  /** The gateway is asked about a payment of an invoice of the platform. */
  'platform_payment.enquire': { of: 'platform', payload: z.object({ attempt_id: id }), ...retries.outside },
} as const satisfies Record<string, JobKind>

/**
 * All jobs with their payloads and retries. A job `of` a tenant runs in the schema of the organisation whose outbox row it is, one
 * `of` the platform in the platform's. Handlers are in `jobs/handlers.ts`; this file imports only zod and retries, so that
 * anything may import it.
 */
export const catalogue = {
  'document.render': { of: 'tenant', payload: z.object({ document_id: id }), ...retries.inside },
  'receipt.send': { of: 'tenant', payload: z.object({ payment_id: id }), ...retries.outside },
  'invoice.send': { of: 'tenant', payload: z.object({ invoice_id: id }), ...retries.outside },
  'class_session.plan': { of: 'tenant', payload: nothing, ...retries.inside },
  'class_session.plan_all': { of: 'platform', payload: nothing, ...retries.once },
  /** Half an hour after a session was confirmed: the families of those who did not come are told. */
  'absence.alert': { of: 'tenant', payload: z.object({ session_id: id }), ...retries.inside },
  /** Sends what waits on one channel, up to a batch of it, and asks for the next. */
  'message.deliver': {
    of: 'tenant',
    payload: z.object({ channel: z.enum(['email', 'sms', 'whatsapp']) }),
    ...retries.inside,
  },
  /** Makes the messages of an announcement that somebody has pressed "send" for. */
  'announcement.prepare': { of: 'tenant', payload: z.object({ announcement_id: id }), ...retries.inside },
  /** At its time; nothing if it was scheduled anew since. */
  'announcement.start': {
    of: 'tenant',
    payload: z.object({ announcement_id: id, scheduled_at: z.iso.datetime() }),
    ...retries.inside,
  },
  /** It could not be sent at its time, and is a draft again. */
  'announcement.not_started': {
    of: 'tenant',
    payload: z.object({ announcement_id: id, user_id: id, reason: z.string() }),
    ...retries.outside,
  },
  /** What waits without anybody at it; and a delivery report that came before its message was known. */
  'message.wake': { of: 'tenant', payload: nothing, ...retries.inside },
  'message.wake_all': { of: 'platform', payload: nothing, ...retries.once },
  'message.report': { of: 'platform', payload: messageReport, ...retries.inside },
  'message.apply_report': {
    of: 'tenant',
    payload: messageReport.extend({ message_id: id }),
    ...retries.inside,
  },
  /** Its invoice was cancelled or its credit note reversed: it is cancelled at the tax portal, too. */
  'einvoice.withdraw': {
    of: 'tenant',
    payload: z.object({ document_id: id, reason: z.string().nullable() }),
    ...retries.inside,
  },
  /** Queues the e-invoices of what a payment has paid in full. */
  'einvoice.after_payment': { of: 'tenant', payload: z.object({ payment_id: id }), ...retries.inside },
  /** Queues the e-invoices of whatever is due to have one by the organisation's setting. */
  'einvoice.queue_due': { of: 'tenant', payload: nothing, ...retries.inside },
  'einvoice.queue_due_all': { of: 'platform', payload: nothing, ...retries.once },
  'credit_note.send': { of: 'tenant', payload: z.object({ credit_note_id: id }), ...retries.outside },
  'credit_refund.send': { of: 'tenant', payload: z.object({ credit_refund_id: id }), ...retries.outside },
  'credit_refund.chip': { of: 'tenant', payload: z.object({ credit_refund_id: id }), ...retries.outside },
  'credit_refund.failed': { of: 'tenant', payload: z.object({ credit_refund_id: id }), ...retries.inside },
  'credit_refund.failed_mail': {
    of: 'tenant',
    payload: z.object({ credit_refund_id: id, user_id: id }),
    ...retries.outside,
  },
  'student_change.send': { of: 'tenant', payload: z.object({ student_change_id: id }), ...retries.outside },
  'transfer_slip.received': { of: 'tenant', payload: z.object({ transfer_slip_id: id }), ...retries.outside },
  'transfer_slip.send': { of: 'tenant', payload: z.object({ transfer_slip_id: id }), ...retries.outside },
  'transfer_slip.upkeep': { of: 'tenant', payload: nothing, ...retries.inside },
  'transfer_slip.upkeep_all': { of: 'platform', payload: nothing, ...retries.once },
  /** Papers of leave that was long ago go; days and reason stay. */
  'leave_request.upkeep': { of: 'tenant', payload: nothing, ...retries.inside },
  'leave_request.upkeep_all': { of: 'platform', payload: nothing, ...retries.once },
  /** The ZIP of a year or of a family; a mail that it is there; the end of old ones. */
  'archive.make': { of: 'tenant', payload: z.object({ archive_id: id }), ...retries.inside },
  'archive.mail': {
    of: 'tenant',
    payload: z.object({ archive_id: id, user_id: id }),
    ...retries.outside,
  },
  'archive.clean': { of: 'tenant', payload: nothing, ...retries.inside },
  'archive.clean_all': { of: 'platform', payload: nothing, ...retries.once },
  'statement.send': {
    of: 'tenant',
    payload: z.object({ parent_id: id, from: z.iso.date(), to: z.iso.date() }),
    ...retries.outside,
  },
  /** Goes to the address that the person had before the change; `parent_id` for a parent without an account. */
  'account.notify': {
    of: 'tenant',
    payload: z.object({
      user_id: id.nullable(),
      parent_id: id.optional(),
      what: z.enum(['password', 'contact', 'contact_office', 'contact_lost', 'claim_taken']),
      address: z.email(),
    }),
    ...retries.outside,
  },
  /** A text message to a phone that no longer is the person's. */
  'account.text': {
    of: 'tenant',
    payload: z.object({ user_id: id.nullable(), parent_id: id.optional(), phone: z.string() }),
    ...retries.outside,
  },
  'operator.invite': {
    of: 'platform',
    payload: z.object({ operator_id: id, token_sealed: z.string() }),
    ...retries.outside,
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
    ...retries.outside,
  },
  'invitation.send': { of: 'tenant', payload: z.object({ invitation_id: id }), ...retries.outside },
  'registration.approved': { of: 'tenant', payload: z.object({ invitation_id: id }), ...retries.outside },
  /** Cancels a purchase that must not be paid any more. */
  'chip.cancel': { of: 'tenant', payload: z.object({ attempt_id: id }), ...retries.outside },
  /** Removes the webhook of an account that is not used any more, with the key of that account. */
  'chip.unhook': {
    of: 'tenant',
    payload: z.object({ hook_id: z.string(), key_sealed: z.string() }),
    ...retries.outside,
  },
  'payment.enquire': { of: 'tenant', payload: z.object({ attempt_id: id }), ...retries.outside },
  /** Without an exception: those of the reader that have waited for days. */
  'exception.mail': {
    of: 'tenant',
    payload: z.object({ user_id: id, exception_id: id.nullable() }),
    ...retries.outside,
  },
  'exception.mail_operator': {
    of: 'platform',
    payload: z.object({ operator_id: id, exception_id: id.nullable() }),
    ...retries.outside,
  },
  'exception.notify_operators': {
    of: 'tenant',
    payload: z.object({ exception_id: id }),
    ...retries.inside,
  },
  'exception.remind': { of: 'tenant', payload: nothing, ...retries.inside },
  'exception.remind_all': { of: 'platform', payload: nothing, ...retries.once },
  /** To the family: it has come in; and what was decided, as it is when the mail is written. */
  'application.received': { of: 'tenant', payload: z.object({ application_id: id }), ...retries.outside },
  'application.decided': {
    of: 'tenant',
    payload: z.object({ application_id: id, student_ids: z.array(id) }),
    ...retries.outside,
  },
  /** To one who may decide. */
  'application.notify': {
    of: 'tenant',
    payload: z.object({ user_id: id, application_id: id }),
    ...retries.outside,
  },
  'application.auto_approve': {
    of: 'tenant',
    payload: z.object({ application_id: id }),
    ...retries.inside,
  },
  /** Reminders of those that wait for long, and the end of what was rejected long ago. */
  'application.upkeep': { of: 'tenant', payload: nothing, ...retries.inside },
  'application.upkeep_all': { of: 'platform', payload: nothing, ...retries.once },
  'code.send': { of: 'tenant', payload: z.object({ code_id: id }), ...retries.urgent },
  'organisation.send': { of: 'platform', payload: z.object({ code_id: id }), ...retries.urgent },
  'recovery.send': {
    of: 'tenant',
    payload: z.object({ user_id: id.nullable() }),
    ...retries.outside,
    urgent: true,
  },
  'operator_recovery.send': {
    of: 'platform',
    payload: z.object({ operator_id: id.nullable() }),
    ...retries.outside,
    urgent: true,
  },
  'payment.sweep': { of: 'platform', payload: nothing, ...retries.once },
  /** Sends one batch of e-invoices; the next step of one request; a cancellation; what an organisation has to do now. */
  'einvoice.submit': { of: 'tenant', payload: nothing, ...retries.outside },
  'einvoice.follow': { of: 'tenant', payload: z.object({ submission_id: id }), ...retries.outside },
  'einvoice.cancel': { of: 'tenant', payload: z.object({ document_id: id }), ...retries.outside },
  'einvoice.turn': { of: 'tenant', payload: nothing, ...retries.inside },
  'einvoice.turn_all': { of: 'platform', payload: nothing, ...retries.once },
  /** A parent's TIN or identity number is new: the portal is asked whether they belong together; and of all whose are not known. */
  'einvoice.check_tin': { of: 'tenant', payload: z.object({ parent_id: id }), ...retries.outside },
  'einvoice.check_tins': { of: 'tenant', payload: nothing, ...retries.inside },
  /** The portal does not let the organisation in, so that nothing is sent until a person has changed something. */
  'einvoice.stopped': { of: 'tenant', payload: nothing, ...retries.inside },
  'einvoice.stopped_mail': { of: 'tenant', payload: z.object({ user_id: id }), ...retries.outside },
  'fpx.watch': { of: 'platform', payload: nothing, ...retries.once },
  'fpx.warn': {
    of: 'platform',
    payload: z.object({
      operator_id: id,
      whose: z.enum(['fpx', 'own']),
      fingerprint: z.string(),
      subject: z.string(),
      not_after: z.iso.datetime(),
    }),
    ...retries.outside,
  },
  'fpx.unwritten': {
    of: 'platform',
    payload: z.object({
      operator_id: id,
      count: z.number().int(),
      since: z.iso.datetime(),
      order_nos: z.array(z.string()),
    }),
    ...retries.outside,
  },
  'audit.sweep': { of: 'platform', payload: nothing, ...retries.once },
  'audit.seal': { of: 'tenant', payload: nothing, ...retries.inside },
  'audit.anchor_all': { of: 'platform', payload: nothing, ...retries.once },
  'audit.anchor': { of: 'tenant', payload: nothing, ...retries.inside },
  'audit.mail': { of: 'tenant', payload: anchor.extend({ user_id: id }), ...retries.outside },
  'audit.mail_owner': { of: 'platform', payload: anchor.extend({ operator_id: id }), ...retries.outside },
  /** Seats in classes, classes and discounts become what the day makes of them: ended, paused, resumed. */
  'day.turn': { of: 'tenant', payload: nothing, ...retries.inside },
  'day.turn_all': { of: 'platform', payload: nothing, ...retries.once },
  /** Discounts and arrangements that end within a month: found each morning, and mailed to those who decide. */
  'arrangement.send': { of: 'tenant', payload: z.object({ arrangement_id: id }), ...retries.outside },
  'arrangement.settle': { of: 'tenant', payload: nothing, ...retries.inside },
  'equation.check': { of: 'tenant', payload: nothing, ...retries.inside },
  'equation.check_all': { of: 'platform', payload: nothing, ...retries.once },
  'equation.mail': { of: 'platform', payload: aboutBooks, ...retries.outside },
  'arrangement.settle_all': { of: 'platform', payload: nothing, ...retries.once },
  'discount.notice': { of: 'tenant', payload: nothing, ...retries.inside },
  'discount.notice_all': { of: 'platform', payload: nothing, ...retries.once },
  /** Secrets of the tax portal and certificates that end: found each morning, and mailed to those who see the settings. */
  'einvoice_setting.watch': { of: 'tenant', payload: nothing, ...retries.inside },
  'einvoice_setting.watch_all': { of: 'platform', payload: nothing, ...retries.once },
  'einvoice_setting.ending': {
    of: 'tenant',
    payload: z.object({ user_id: id, what: z.enum(['secrets', 'certificate']), on: z.iso.date() }),
    ...retries.outside,
  },
  /** Sessions that are not confirmed after two days: found each morning, and mailed to who gives them, once. */
  'marking.remind': { of: 'tenant', payload: nothing, ...retries.inside },
  'marking.remind_all': { of: 'platform', payload: nothing, ...retries.once },
  'marking.reminder': {
    of: 'tenant',
    payload: z.object({ user_id: id, ids: z.array(id).max(500) }),
    ...retries.outside,
  },
  'discount.ending': {
    of: 'tenant',
    payload: z.object({ user_id: id, ids: z.array(id).max(200) }),
    ...retries.outside,
  },
  /** What was done to the organisation at the platform's place, into its own log. */
  'entity.log': { of: 'tenant', payload: entityEvent, ...retries.inside },
  /** What an organisation did about codes and visits of operators, into the platform's log; visits that are over; a mail of one. */
  'help.log': { of: 'tenant', payload: helpEvent, ...retries.inside },
  'help.turn': { of: 'platform', payload: nothing, ...retries.once },
  'help.mail': { of: 'tenant', payload: z.object({ user_id: id, visit_id: id }), ...retries.outside },
  /** Zakat appointments that end: found once a day, and mailed to those who manage zakat, as are the operator's decisions. */
  'zakat.watch': { of: 'platform', payload: nothing, ...retries.once },
  'zakat.notify': { of: 'tenant', payload: appointmentEvent, ...retries.inside },
  'zakat.mail': { of: 'tenant', payload: appointmentEvent.extend({ user_id: id }), ...retries.outside },
  /** What becomes of a bank account that was asked for, to who may change it and to the contact, who has no account. */
  'bank.notify': { of: 'tenant', payload: bankChangeEvent, ...retries.inside },
  'bank.mail': {
    of: 'tenant',
    payload: bankChangeEvent.extend({ user_id: id.nullable() }),
    ...retries.outside,
  },
  /** To one who may set up the organisation's mail server, which is not used any more. */
  'mail_server.failed': { of: 'tenant', payload: z.object({ user_id: id }), ...retries.outside },
  /** Checks of the organisations' own domains, one job each, and mails to superadmins about them. */
  'domain.watch': { of: 'platform', payload: nothing, ...retries.once },
  'domain.check': { of: 'tenant', payload: nothing, ...retries.inside },
  'domain.notify': {
    of: 'tenant',
    payload: z.object({ user_id: id, what: z.string() }),
    ...retries.outside,
  },
  /** Somebody is asked to carry out what a colleague prepared. */
  'hand_over.mail': {
    of: 'tenant',
    payload: z.object({ user_id: id, hand_over_id: id }),
    ...retries.outside,
  },
  /** Plans mails to those who may decide of a request; and one of these. */
  'request.notify': { of: 'tenant', payload: z.object({ noun: noticeNoun, id }), ...retries.inside },
  'request.mail': {
    of: 'tenant',
    payload: z.object({ user_id: id, noun: noticeNoun }),
    ...retries.outside,
  },
  'import.check': { of: 'tenant', payload: z.object({ import_id: id }), ...retries.inside },
  'import.run': { of: 'tenant', payload: z.object({ import_id: id }), ...retries.inside },
  'import.undo': { of: 'tenant', payload: z.object({ import_id: id }), ...retries.inside },
  /** Deletes uploads after a while. */
  'import.clean': { of: 'tenant', payload: nothing, ...retries.inside },
  'import.clean_all': { of: 'platform', payload: nothing, ...retries.once },
  /** A bank statement: matched and posted, undone. */
  'bank_statement.match': { of: 'tenant', payload: z.object({ statement_id: id }), ...retries.inside },
  'bank_statement.undo': { of: 'tenant', payload: z.object({ statement_id: id }), ...retries.inside },
  /** A billing run: previewed, compared and billed, undone. */
  'generation.preview': { of: 'tenant', payload: z.object({ generation_id: id }), ...retries.inside },
  /** Urgent, so that a run that was interrupted goes on before the mails that it has enqueued. */
  'generation.run': {
    of: 'tenant',
    payload: z.object({ generation_id: id }),
    ...retries.inside,
    urgent: true,
  },
  'generation.undo': { of: 'tenant', payload: z.object({ generation_id: id }), ...retries.inside },
  /** Starts the automatic run that is due, where an organisation has enabled it. */
  'generation.turn': { of: 'tenant', payload: nothing, ...retries.inside },
  'generation.turn_all': { of: 'platform', payload: nothing, ...retries.once },
  /** A change of year: previewed, run, undone. */
  'rollover.preview': { of: 'tenant', payload: z.object({ rollover_id: id }), ...retries.inside },
  'rollover.run': { of: 'tenant', payload: z.object({ rollover_id: id }), ...retries.inside },
  'rollover.undo': { of: 'tenant', payload: z.object({ rollover_id: id }), ...retries.inside },
  /** Finds the families to remind, reminds each, and mails the totals to managers. */
  'reminder.turn': { of: 'tenant', payload: nothing, ...retries.inside },
  'reminder.turn_all': { of: 'platform', payload: nothing, ...retries.once },
  'reminder.send': { of: 'tenant', payload: z.object({ reminder_id: id }), ...retries.outside },
  /** Asks for the mails of saved reports whose day has come, and sends each to one person for one month. */
  'saved_report.turn': { of: 'tenant', payload: nothing, ...retries.inside },
  'saved_report.turn_all': { of: 'platform', payload: nothing, ...retries.once },
  'saved_report.mail': {
    of: 'tenant',
    payload: z.object({ saved_report_id: id, user_id: id, month: z.iso.date() }),
    ...retries.outside,
  },
  'arrears.mail': {
    of: 'tenant',
    payload: z.object({ user_id: id, month: z.string() }),
    ...retries.outside,
  },
  /** The link to what a family has begun to fill in; its code is sealed. */
  'registration_draft.send': {
    of: 'tenant',
    payload: z.object({ draft_id: id, code_sealed: z.string(), address: z.email(), locale: z.string() }),
    ...retries.outside,
  },
  'registration_draft.clean': { of: 'tenant', payload: nothing, ...retries.inside },
  'registration_draft.clean_all': { of: 'platform', payload: nothing, ...retries.once },
  ...platformJobs,
  'idempotency.clean': { of: 'platform', payload: nothing, ...retries.once },
  'files.remove': { of: 'platform', payload: z.object({ schema: z.string() }), ...retries.inside },
  'files.clean': { of: 'platform', payload: nothing, ...retries.once },
  'outbox.clean': { of: 'platform', payload: nothing, ...retries.once },
  'message.bodies': { of: 'platform', payload: nothing, ...retries.once },
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
