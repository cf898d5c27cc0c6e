import type { Handlers } from './handler.ts'
import { notifyAccount } from './handlers/account-notify.ts'
import { mailDecided, mailReceived, tellApprover } from './handlers/application/mail.ts'
import { approveByItself, keepAllApplications, keepApplications } from './handlers/application/upkeep.ts'
import { sendArrangement } from './handlers/arrangement/send.ts'
import { settleAllArrangements, settleArrangementsOf } from './handlers/arrangement/settle.ts'
import { anchorLog, anchorLogs, mailAnchor } from './handlers/audit/anchor.ts'
import { writeEntityLog, writeHelpLog } from './handlers/audit/entity-log.ts'
import { mailOwnersAnchor } from './handlers/audit/mail-owner.ts'
import { sealAudit } from './handlers/audit/seal.ts'
import { sweepAudit } from './handlers/audit/sweep.ts'
import { mailBank, tellBank } from './handlers/bank/tell.ts'
import { matchStatement, undoStatementOf } from './handlers/bank-statement-work.ts'
import { cancelChip } from './handlers/chip/cancel.ts'
import { unhookChip } from './handlers/chip/unhook.ts'
import { sendCode, sendOrganisationCode } from './handlers/code-send.ts'
import { sendCreditNote } from './handlers/credit-note/send.ts'
import { refundByChip } from './handlers/credit-refund/by-chip.ts'
import { sendCreditRefund } from './handlers/credit-refund/send.ts'
import { mailFailedRefund, tellFailedRefund } from './handlers/credit-refund/tell-failed.ts'
import { turnDayOf, turnDayOfAll } from './handlers/day-turn.ts'
import { mailEnding, noticeAllEndings, noticeEndingsOf } from './handlers/discount/ending.ts'
import { renderDocument } from './handlers/document-render.ts'
import { checkAllEquations, checkEquationOf } from './handlers/equation/check.ts'
import { mailEquation } from './handlers/equation/mail.ts'
import { mailException } from './handlers/exception/mail.ts'
import { mailOperatorException } from './handlers/exception/mail-operator.ts'
import {
  remindAllOfExceptions,
  remindOfExceptions,
  tellOperatorsOfException,
} from './handlers/exception/tell.ts'
import { tellUnwritten } from './handlers/fpx/unwritten.ts'
import { warnOperator, watchCertificates } from './handlers/fpx/watch.ts'
import {
  previewGeneration,
  runGeneration,
  turnAllGenerations,
  turnGenerations,
  undoGenerationOf,
} from './handlers/generation-work.ts'
import { mailHelp, turnHelp } from './handlers/help/help.ts'
import {
  checkImport,
  cleanAllImports,
  cleanImportsOf,
  runImport,
  undoImportOf,
} from './handlers/import-work.ts'
import { sendInvitation } from './handlers/invitation-send.ts'
import { sendInvoice } from './handlers/invoice-send.ts'
import { mailServerFailed } from './handlers/mail-server/failed.ts'
import { inviteOperator } from './handlers/operator-invite.ts'
import { noticeOperator } from './handlers/operator-notice.ts'
import { checkDomain, watchDomains } from './handlers/own-domain/check.ts'
import { tellOfDomain } from './handlers/own-domain/tell.ts'
import { enquirePayment } from './handlers/payment-enquire.ts'
import { sweepPayments } from './handlers/payment-sweep.ts'
import { mailPayout, mailPayoutDay, tellPayout, tellPayoutDay } from './handlers/payout/tell.ts'
import { bookPayoutsOf, preparePayouts } from './handlers/payout/work.ts'
import { sendReceipt } from './handlers/receipt-send.ts'
import { sendOperatorRecovery, sendRecovery } from './handlers/recovery-send.ts'
import { sendRegistrationChanged } from './handlers/registration/changed.ts'
import { cleanAllDrafts, cleanDrafts, sendDraftLink } from './handlers/registration/draft.ts'
import { expireRegistrations } from './handlers/registration/expire.ts'
import { provisionRegistration } from './handlers/registration/provision.ts'
import { sendRegistrationReceived } from './handlers/registration/received.ts'
import { sendRegistrationRejected } from './handlers/registration/rejected.ts'
import { mailArrears } from './handlers/reminder/arrears.ts'
import { sendReminder, turnAllReminders, turnReminders } from './handlers/reminder/remind.ts'
import { previewRollover, runRolloverOf, undoRolloverOf } from './handlers/rollover/work.ts'
import { mailStatement } from './handlers/statement/send.ts'
import { sendStudentChange } from './handlers/student-change/send.ts'
import { mailCreditLow, tellCreditLow } from './handlers/subscription/credit-low.ts'
import { enquirePlatformPayment } from './handlers/subscription/platform-payment.ts'
import { renderPlatformInvoice } from './handlers/subscription/render.ts'
import { mailChipFee, mailSubscription, tellChipFee, tellSubscription } from './handlers/subscription/tell.ts'
import { turnAllSubscriptions } from './handlers/subscription/turn.ts'
import { sendTransferSlip } from './handlers/transfer-slip/send.ts'
import { keepAllSlips, keepSlips } from './handlers/transfer-slip/upkeep.ts'
import { cleanFiles } from './handlers/upkeep/files-clean.ts'
import { removeFiles } from './handlers/upkeep/files-remove.ts'
import { cleanIdempotency } from './handlers/upkeep/idempotency-clean.ts'
import { keepMessageBodies } from './handlers/upkeep/message-bodies.ts'
import { cleanOutbox } from './handlers/upkeep/outbox-clean.ts'
import { mailZakat, tellZakat, watchZakat } from './handlers/zakat/tell.ts'

export const handlers: Partial<Handlers> = {
  'account.notify': notifyAccount,
  'document.render': renderDocument,
  'receipt.send': sendReceipt,
  'credit_note.send': sendCreditNote,
  'credit_refund.send': sendCreditRefund,
  'credit_refund.chip': refundByChip,
  'credit_refund.failed': tellFailedRefund,
  'credit_refund.failed_mail': mailFailedRefund,
  'invoice.send': sendInvoice,
  'statement.send': mailStatement,
  'student_change.send': sendStudentChange,
  'transfer_slip.send': sendTransferSlip,
  'transfer_slip.upkeep': keepSlips,
  'transfer_slip.upkeep_all': keepAllSlips,
  'code.send': sendCode,
  'organisation.send': sendOrganisationCode,
  'recovery.send': sendRecovery,
  'operator_recovery.send': sendOperatorRecovery,
  'operator.invite': inviteOperator,
  'operator.notice': noticeOperator,
  'invitation.send': sendInvitation,
  'application.received': mailReceived,
  'application.decided': mailDecided,
  'application.tell': tellApprover,
  'application.auto_approve': approveByItself,
  'application.upkeep': keepApplications,
  'application.upkeep_all': keepAllApplications,
  'audit.sweep': sweepAudit,
  'audit.seal': sealAudit,
  'audit.anchor_all': anchorLogs,
  'audit.anchor': anchorLog,
  'audit.mail': mailAnchor,
  'audit.mail_owner': mailOwnersAnchor,
  'equation.check': checkEquationOf,
  'equation.check_all': checkAllEquations,
  'equation.mail': mailEquation,
  'day.turn': turnDayOf,
  'day.turn_all': turnDayOfAll,
  'arrangement.send': sendArrangement,
  'arrangement.settle': settleArrangementsOf,
  'arrangement.settle_all': settleAllArrangements,
  'discount.notice': noticeEndingsOf,
  'discount.notice_all': noticeAllEndings,
  'discount.ending': mailEnding,
  'import.check': checkImport,
  'import.run': runImport,
  'import.undo': undoImportOf,
  'import.clean': cleanImportsOf,
  'import.clean_all': cleanAllImports,
  'bank_statement.match': matchStatement,
  'bank_statement.undo': undoStatementOf,
  'generation.preview': previewGeneration,
  'generation.run': runGeneration,
  'generation.undo': undoGenerationOf,
  'generation.turn': turnGenerations,
  'generation.turn_all': turnAllGenerations,
  'rollover.preview': previewRollover,
  'rollover.run': runRolloverOf,
  'rollover.undo': undoRolloverOf,
  'reminder.turn': turnReminders,
  'reminder.turn_all': turnAllReminders,
  'reminder.send': sendReminder,
  'arrears.mail': mailArrears,
  'registration_draft.send': sendDraftLink,
  'registration_draft.clean': cleanDrafts,
  'registration_draft.clean_all': cleanAllDrafts,
  'registration.received': sendRegistrationReceived,
  'registration.provision': provisionRegistration,
  'registration.rejected': sendRegistrationRejected,
  'registration.changed': sendRegistrationChanged,
  'subscription.turn': turnAllSubscriptions,
  'subscription.tell': tellSubscription,
  'subscription.mail': mailSubscription,
  'subscription.tell_fee': tellChipFee,
  'subscription.mail_fee': mailChipFee,
  'subscription.credit_low': tellCreditLow,
  'subscription.credit_mail': mailCreditLow,
  'platform_invoice.render': renderPlatformInvoice,
  'registration.expire': expireRegistrations,
  'chip.unhook': unhookChip,
  'message.bodies': keepMessageBodies,
  'files.clean': cleanFiles,
  'files.remove': removeFiles,
  'idempotency.clean': cleanIdempotency,
  'outbox.clean': cleanOutbox,
  'exception.mail': mailException,
  'exception.mail_operator': mailOperatorException,
  'exception.tell_operators': tellOperatorsOfException,
  'exception.remind': remindOfExceptions,
  'exception.remind_all': remindAllOfExceptions,
  'fpx.watch': watchCertificates,
  'fpx.warn': warnOperator,
  'fpx.unwritten': tellUnwritten,
  'entity.log': writeEntityLog,
  'help.log': writeHelpLog,
  'help.turn': turnHelp,
  'help.mail': mailHelp,
  'bank.tell': tellBank,
  'bank.mail': mailBank,
  'payout.prepare': preparePayouts,
  'payout.book': bookPayoutsOf,
  'payout.tell': tellPayout,
  'payout.mail': mailPayout,
  'payout.tell_day': tellPayoutDay,
  'payout.mail_day': mailPayoutDay,
  'zakat.watch': watchZakat,
  'zakat.tell': tellZakat,
  'zakat.mail': mailZakat,
  'mail_server.failed': mailServerFailed,
  'domain.watch': watchDomains,
  'domain.check': checkDomain,
  'domain.tell': tellOfDomain,
  'chip.cancel': cancelChip,
  'payment.enquire': enquirePayment,
  'platform_payment.enquire': enquirePlatformPayment,
  'payment.sweep': sweepPayments,
}
