import type { Transaction } from 'kysely'
import { anchorLetter, platformAnchorLetter } from '#app/domain/audit/seals/anchor.ts'
import { arrangementLetter } from '#app/domain/billing/arrangements/arrangement-letter.ts'
import { creditNoteLetter } from '#app/domain/billing/credit-notes/credit-note-letter.ts'
import { invoiceLetter } from '#app/domain/billing/invoices/invoice-letter.ts'
import { endingLetter } from '#app/domain/catalogue/discounts/discount-letter.ts'
import { markingLetter, remindUnconfirmed } from '#app/domain/classes/marking/reminder.ts'
import { stoppedLetter, stopReaders } from '#app/domain/einvoice/faults/stopped-letter.ts'
import { settingEndingLetter } from '#app/domain/einvoice/settings/ending-letter.ts'
import {
  decidedLetter,
  receivedLetter,
  waitingLetter,
} from '#app/domain/enrolment/applications/application-letter.ts'
import { draftLinkLetter } from '#app/domain/enrolment/online-registration/drafts.ts'
import {
  exceptionLetter,
  operatorExceptionLetter,
} from '#app/domain/gateways/payment-exceptions/exception-letter.ts'
import { appointmentLetter } from '#app/domain/giving/zakat-appointments/appointment-letter.ts'
import { zakatManagers } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import {
  accountLetter,
  invitationLetter,
  operatorRecoveryLetter,
  recoveryLetter,
} from '#app/domain/identity/letters/identity-letters.ts'
import { notStartedLetter } from '#app/domain/messaging/announcements/announcement-letter.ts'
import { bankChangeLetter } from '#app/domain/organisation/bank-changes/bank-change-letter.ts'
import { bankAccountEditors } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { mailServerLetter } from '#app/domain/organisation/mail-server/mail-server-letter.ts'
import { ownDomainLetter } from '#app/domain/organisation/own-domain/own-domain-letter.ts'
import { arrearsLetter } from '#app/domain/payments/arrears/arrears-letter.ts'
import { takesOnline } from '#app/domain/payments/attempts/online-terms.ts'
import {
  creditRefundLetter,
  failedRefundLetter,
  refundApprovers,
} from '#app/domain/payments/credit-refunds/credit-refund-letters.ts'
import { receiptLetter } from '#app/domain/payments/payments/receipt-letter.ts'
import {
  slipReceivedLetter,
  transferSlipLetter,
} from '#app/domain/payments/transfer-slips/transfer-slip-letter.ts'
import { statementLetter } from '#app/domain/people/families/statement-letter.ts'
import { studentChangeLetter } from '#app/domain/people/student-changes/student-change-letter.ts'
import { certificateLetter, unsavedMessagesLetter } from '#app/domain/platform/fpx/fpx-watch.ts'
import { helpVisitLetter } from '#app/domain/platform/help-visits/help-visit-letter.ts'
import { topUpLetter } from '#app/domain/platform/message-credits/top-up-letter.ts'
import {
  equationLetter,
  operatorInvitationLetter,
  operatorNoticeLetter,
} from '#app/domain/platform/operators/operator-letter.ts'
import { payoutDayLetter, payoutLetter } from '#app/domain/platform/payouts/payout-letters.ts'
import { approvalLetter } from '#app/domain/platform/registrations/approval-letter.ts'
import {
  changedRegistrationLetter,
  registrationLetter,
  rejectionLetter,
} from '#app/domain/platform/registrations/registration-letters.ts'
import {
  chipFeeLetter,
  messageCreditLetter,
  subscriptionLetter,
  subscriptionManagers,
} from '#app/domain/platform/subscriptions/subscription-letters.ts'
import { archiveLetter } from '#app/domain/reporting/archives/archive-letter.ts'
import { deciderLetter, planNotices } from '#app/domain/reporting/hand-overs/decider-notices.ts'
import { handOverLetter } from '#app/domain/reporting/hand-overs/hand-over-letter.ts'
import { reportFiles, savedReportLetter } from '#app/domain/reporting/saved-reports/report-letter.ts'
import type { Payload, TenantJobName } from '#app/outbox/catalogue.ts'
import { enqueueForAll, enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { cleanArchives, makeArchive } from '#jobs/archives/make-archive.ts'
import { alertAbsences } from '#jobs/handlers/absences.ts'
import { sendAccountText } from '#jobs/handlers/account-text.ts'
import { makeAnnouncement, startAnnouncement } from '#jobs/handlers/announcements.ts'
import {
  anchorLog,
  anchorLogs,
  sealAudit,
  sweepAudit,
  writeEntityLog,
  writeHelpLog,
} from '#jobs/handlers/audit.ts'
import { matchStatement, undoStatementOf } from '#jobs/handlers/bank-statements.ts'
import { sendCode, sendOrganisationCode } from '#jobs/handlers/codes.ts'
import {
  checkEquationOf,
  noticeEndingsOf,
  settleArrangementsOf,
  turnDayOf,
  turnHelp,
  watchZakat,
} from '#jobs/handlers/daily.ts'
import { renderDocument, renderPlatformInvoice } from '#jobs/handlers/documents.ts'
import { watchEinvoiceSettings } from '#jobs/handlers/einvoice-settings.ts'
import {
  queueDueEInvoices,
  queueEInvoicesAfterPayment,
  withdrawEInvoice,
} from '#jobs/handlers/einvoice-sources.ts'
import { checkTinOf, checkTinsOf } from '#jobs/handlers/einvoice-tins.ts'
import {
  cancelEinvoice,
  followEinvoices,
  submitEinvoices,
  turnAllEinvoices,
  turnEinvoices,
} from '#jobs/handlers/einvoices.ts'
import {
  autoApproveApplication,
  checkImport,
  cleanApplications,
  cleanDrafts,
  cleanImportsOf,
  previewRollover,
  runImport,
  runRolloverOf,
  undoImportOf,
  undoRolloverOf,
} from '#jobs/handlers/enrolment.ts'
import {
  previewGeneration,
  runGeneration,
  startDueGenerations,
  undoGenerationOf,
} from '#jobs/handlers/generations.ts'
import { cleanLeavePapers } from '#jobs/handlers/leave.ts'
import {
  applyLateReport,
  deliverMessages,
  findLateReport,
  wakeAllMessages,
  wakeMessages,
} from '#jobs/handlers/messages.ts'
import {
  cancelChip,
  cleanSlipPapers,
  enquirePayment,
  enquirePlatformPayment,
  notifyOperatorsOfException,
  refundByChip,
  remindAllOfExceptions,
  remindOfExceptions,
  sweepPayments,
  unhookChip,
} from '#jobs/handlers/payments.ts'
import {
  bookPayoutsOf,
  checkDomain,
  preparePayouts,
  turnAllSubscriptions,
  watchCertificates,
  watchDomains,
} from '#jobs/handlers/platform.ts'
import { expireRegistrations, provisionRegistration } from '#jobs/handlers/registrations.ts'
import { sendReminder, turnReminders } from '#jobs/handlers/reminders.ts'
import { turnSavedReports } from '#jobs/handlers/saved-reports.ts'
import { planSessionsOf } from '#jobs/handlers/sessions.ts'
import {
  cleanFiles,
  cleanIdempotency,
  cleanMessageBodies,
  cleanOutbox,
  removeFiles,
} from '#jobs/handlers/upkeep.ts'
import { invoicePaper, receiptPaper, statementPaper } from '#jobs/mail/papers.ts'
import { letterJob, platformLetterJob } from '#jobs/mail/send-letter.ts'
import type { Handlers, JobTools } from './handler.ts'

/** A handler that enqueues a job for each active organisation, or for every one, so that none waits for a busy one. */
const forEachTenant =
  <N extends TenantJobName>(
    name: Payload<N> extends Record<string, never> ? N : never,
    among: 'active' | 'every' = 'active',
  ) =>
  (_payload: unknown, { withTenant }: JobTools): Promise<void> =>
    withTenant((trx) => enqueueForAll<N>(trx, name, among))

/** Jobs that send a letter to one reader, whose `user_id` is in the payload. */
type ToReader = { [N in TenantJobName]: 'user_id' extends keyof Payload<N> ? N : never }[TenantJobName]

type Reader<N extends ToReader> = { id: Payload<N>['user_id'] }

/** A handler that enqueues a mail to each reader, once for each, however often it runs; null: the organisation's contact. */
const forEachReader =
  <N extends ToReader>(
    name: N,
    readers: (
      trx: Transaction<DB>,
    ) => Promise<readonly Reader<N>[]> | { execute(): Promise<readonly Reader<N>[]> },
  ) =>
  (about: Omit<Payload<N>, 'user_id'>, { withTenant, job }: JobTools): Promise<void> =>
    withTenant(async (trx) => {
      const found = readers(trx)
      for (const { id: user_id } of await ('execute' in found ? found.execute() : found))
        await enqueueFromJob(trx, job, name, { ...about, user_id } as Payload<N>, user_id ?? 'contact')
    })

export const handlers: Partial<Handlers> = {
  'account.notify': letterJob(accountLetter),
  'account.text': sendAccountText,
  'document.render': renderDocument,
  'receipt.send': letterJob(receiptLetter, receiptPaper),
  'class_session.plan': planSessionsOf,
  'class_session.plan_all': forEachTenant('class_session.plan'),
  'absence.alert': alertAbsences,
  'announcement.prepare': makeAnnouncement,
  'announcement.start': startAnnouncement,
  'announcement.not_started': letterJob(notStartedLetter),
  'message.deliver': deliverMessages(),
  'message.wake': wakeMessages,
  'message.wake_all': wakeAllMessages,
  'message.report': findLateReport,
  'message.apply_report': applyLateReport,
  'einvoice.withdraw': withdrawEInvoice,
  'einvoice.after_payment': queueEInvoicesAfterPayment,
  'einvoice.queue_due': queueDueEInvoices,
  'einvoice.queue_due_all': forEachTenant('einvoice.queue_due'),
  'credit_note.send': letterJob(creditNoteLetter, ({ data }, ...words) => invoicePaper(data, ...words)),
  'credit_refund.send': letterJob(creditRefundLetter),
  'credit_refund.chip': refundByChip,
  'credit_refund.failed': forEachReader('credit_refund.failed_mail', refundApprovers),
  'credit_refund.failed_mail': letterJob(failedRefundLetter),
  'invoice.send': letterJob(invoiceLetter(takesOnline), invoicePaper),
  'statement.send': letterJob(statementLetter, statementPaper),
  'student_change.send': letterJob(studentChangeLetter),
  'transfer_slip.received': letterJob(slipReceivedLetter),
  'transfer_slip.send': letterJob(transferSlipLetter),
  'transfer_slip.upkeep': cleanSlipPapers,
  'transfer_slip.upkeep_all': forEachTenant('transfer_slip.upkeep'),
  'archive.make': makeArchive,
  'archive.mail': letterJob(archiveLetter),
  'archive.clean': cleanArchives,
  'archive.clean_all': forEachTenant('archive.clean'),
  'leave_request.upkeep': cleanLeavePapers,
  'leave_request.upkeep_all': forEachTenant('leave_request.upkeep'),
  'code.send': sendCode,
  'organisation.send': sendOrganisationCode,
  'recovery.send': letterJob(recoveryLetter),
  'operator_recovery.send': platformLetterJob(operatorRecoveryLetter),
  'operator.invite': platformLetterJob(operatorInvitationLetter),
  'operator.notice': platformLetterJob(operatorNoticeLetter),
  'invitation.send': letterJob(invitationLetter),
  'registration.approved': letterJob(approvalLetter),
  'application.received': letterJob(receivedLetter),
  'application.decided': letterJob(decidedLetter),
  'application.notify': letterJob(waitingLetter),
  'application.auto_approve': autoApproveApplication,
  'application.upkeep': cleanApplications,
  'application.upkeep_all': forEachTenant('application.upkeep'),
  'einvoice.check_tin': checkTinOf,
  'einvoice.check_tins': checkTinsOf,
  'einvoice.stopped': forEachReader('einvoice.stopped_mail', stopReaders),
  'einvoice.stopped_mail': letterJob(stoppedLetter),
  'audit.sweep': sweepAudit,
  'audit.seal': sealAudit,
  'audit.anchor_all': anchorLogs,
  'audit.anchor': anchorLog,
  'audit.mail': letterJob(anchorLetter),
  'audit.mail_owner': platformLetterJob(platformAnchorLetter),
  'equation.check': checkEquationOf,
  'equation.check_all': forEachTenant('equation.check', 'every'),
  'equation.mail': platformLetterJob(equationLetter),
  'day.turn': turnDayOf,
  'day.turn_all': forEachTenant('day.turn'),
  'arrangement.send': letterJob(arrangementLetter),
  'arrangement.settle': settleArrangementsOf,
  'arrangement.settle_all': forEachTenant('arrangement.settle'),
  'discount.notice': noticeEndingsOf,
  'discount.notice_all': forEachTenant('discount.notice'),
  'discount.ending': letterJob(endingLetter),
  'marking.remind': (_payload, { withTenant, job }) => withTenant((trx) => remindUnconfirmed(trx, job)),
  'marking.remind_all': forEachTenant('marking.remind'),
  'marking.reminder': letterJob(markingLetter),
  'einvoice_setting.watch': watchEinvoiceSettings,
  'einvoice_setting.watch_all': forEachTenant('einvoice_setting.watch'),
  'einvoice_setting.ending': letterJob(settingEndingLetter),
  'hand_over.mail': letterJob(handOverLetter),
  'request.notify': ({ noun, id }, { withTenant }) => withTenant((trx) => planNotices(trx, noun, id)),
  'request.mail': letterJob(deciderLetter),
  'import.check': checkImport,
  'import.run': runImport,
  'import.undo': undoImportOf,
  'import.clean': cleanImportsOf,
  'import.clean_all': forEachTenant('import.clean', 'every'),
  'bank_statement.match': matchStatement,
  'bank_statement.undo': undoStatementOf,
  'generation.preview': previewGeneration,
  'generation.run': runGeneration,
  'generation.undo': undoGenerationOf,
  'generation.turn': startDueGenerations,
  'generation.turn_all': forEachTenant('generation.turn'),
  'rollover.preview': previewRollover,
  'rollover.run': runRolloverOf,
  'rollover.undo': undoRolloverOf,
  'reminder.turn': turnReminders,
  'reminder.turn_all': forEachTenant('reminder.turn'),
  'reminder.send': sendReminder,
  'arrears.mail': letterJob(arrearsLetter),
  'saved_report.turn': turnSavedReports,
  'saved_report.turn_all': forEachTenant('saved_report.turn'),
  'saved_report.mail': letterJob(savedReportLetter, reportFiles),
  'registration_draft.send': letterJob(draftLinkLetter),
  'registration_draft.clean': cleanDrafts,
  'registration_draft.clean_all': forEachTenant('registration_draft.clean', 'every'),
  'registration.received': platformLetterJob(registrationLetter),
  'registration.provision': provisionRegistration,
  'registration.rejected': platformLetterJob(rejectionLetter),
  'registration.changed': platformLetterJob(changedRegistrationLetter),
  'subscription.turn': turnAllSubscriptions,
  'subscription.notify': forEachReader('subscription.mail', subscriptionManagers),
  'subscription.mail': letterJob(subscriptionLetter),
  'subscription.notify_fee': forEachReader('subscription.mail_fee', subscriptionManagers),
  'subscription.mail_fee': letterJob(chipFeeLetter),
  'subscription.notify_topup': forEachReader('subscription.topup_mail', subscriptionManagers),
  'subscription.topup_mail': letterJob(topUpLetter),
  'subscription.credit_low': forEachReader('subscription.credit_mail', subscriptionManagers),
  'subscription.credit_mail': letterJob(messageCreditLetter),
  'platform_invoice.render': renderPlatformInvoice,
  'registration.expire': expireRegistrations,
  'chip.unhook': unhookChip,
  'message.bodies': cleanMessageBodies,
  'files.clean': cleanFiles,
  'files.remove': removeFiles,
  'idempotency.clean': cleanIdempotency,
  'outbox.clean': cleanOutbox,
  'exception.mail': letterJob(exceptionLetter),
  'exception.mail_operator': platformLetterJob(operatorExceptionLetter),
  'exception.notify_operators': notifyOperatorsOfException,
  'exception.remind': remindOfExceptions,
  'exception.remind_all': remindAllOfExceptions,
  'fpx.watch': watchCertificates,
  'fpx.warn': platformLetterJob(certificateLetter),
  'fpx.unwritten': platformLetterJob(unsavedMessagesLetter),
  'entity.log': writeEntityLog,
  'help.log': writeHelpLog,
  'help.turn': turnHelp,
  'help.mail': letterJob(helpVisitLetter),
  'bank.notify': forEachReader('bank.mail', bankAccountEditors),
  'bank.mail': letterJob(bankChangeLetter),
  'payout.prepare': preparePayouts,
  'payout.book': bookPayoutsOf,
  'payout.notify': forEachReader('payout.mail', bankAccountEditors),
  'payout.mail': letterJob(payoutLetter),
  'payout.notify_day': forEachReader('payout.mail_day', bankAccountEditors),
  'payout.mail_day': letterJob(payoutDayLetter),
  'zakat.watch': watchZakat,
  'zakat.notify': forEachReader('zakat.mail', zakatManagers),
  'zakat.mail': letterJob(appointmentLetter),
  'mail_server.failed': letterJob(mailServerLetter),
  'domain.watch': watchDomains,
  'domain.check': checkDomain,
  'domain.notify': letterJob(ownDomainLetter),
  'chip.cancel': cancelChip,
  'payment.enquire': enquirePayment,
  'platform_payment.enquire': enquirePlatformPayment,
  'payment.sweep': sweepPayments,
  'einvoice.submit': submitEinvoices,
  'einvoice.follow': followEinvoices,
  'einvoice.cancel': cancelEinvoice,
  'einvoice.turn': turnEinvoices,
  'einvoice.turn_all': turnAllEinvoices,
}
