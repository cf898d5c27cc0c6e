import { giftLimits } from '#app/domain/accounting/gifts/gift.ts'
import {
  graceDays as arrangementGraceDays,
  fewestParts,
  longestArrangement,
  mostParts,
} from '#app/domain/billing/arrangements/arrangement.ts'
import { runsBeforeAuto, undoHours } from '#app/domain/billing/generations/generation.ts'
import { noticeDays as discountNoticeDays } from '#app/domain/catalogue/discounts/ending.ts'
import { leaveDaysAhead, mostLeaveDays } from '#app/domain/classes/leave/leave.ts'
import { paperDays } from '#app/domain/classes/leave/remove-papers.ts'
import { confirmHours } from '#app/domain/classes/marking/home.ts'
import { longestWaitDays } from '#app/domain/classes/marking/mark.ts'
import { daysBack } from '#app/domain/classes/marking/window.ts'
import { daysAhead } from '#app/domain/classes/sessions/words.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { pdfRows } from '#app/domain/core/documents/document.ts'
import { paperLimit, pictureLimits } from '#app/domain/core/fields.ts'
import { mostLines } from '#app/domain/core/invoicing/invoice.ts'
import { smallestPart } from '#app/domain/core/invoicing/payment-rules.ts'
import { largestTotal } from '#app/domain/core/invoicing/totals.ts'
import { formatPercent, formatRinggit, SERVICE_TAX_RATE } from '#app/domain/core/money.ts'
import { confirmedMinutes, idleDays, operatorIdleHours } from '#app/domain/core/settings/settings.ts'
import { ruleOn } from '#app/domain/einvoice/rules/rules.ts'
import { retentionDays as applicationDays } from '#app/domain/enrolment/applications/application.ts'
import { retentionDays as importRetentionDays, undoDays } from '#app/domain/enrolment/imports/import.ts'
import { retentionDays as draftDays } from '#app/domain/enrolment/online-registration/draft.ts'
import { codeLife, resendSeconds } from '#app/domain/identity/codes/one-time-code.ts'
import { proofMonths } from '#app/domain/identity/codes/second-fact.ts'
import { lifetimeDays as invitationDays } from '#app/domain/identity/passwords/invitation.ts'
import { recoveryMinutes } from '#app/domain/identity/passwords/recovery.ts'
import {
  bodyLetters,
  fileLimit,
  freeMails,
  mailsPerCredit,
  mostFiles,
  smsLetters,
  whatsAppCredits,
} from '#app/domain/messaging/announcements/announcement.ts'
import { quietHours } from '#app/domain/messaging/delivery/pace.ts'
import { linkDays } from '#app/domain/messaging/opt-outs/opt-out.ts'
import { hoursOfTrying } from '#app/domain/organisation/own-domain/own-domain.ts'
import { enquiryDays, lockMinutes } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { correctMinutes } from '#app/domain/payments/counter/correct-payment.ts'
import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import { daysBetweenReminders, longestHold } from '#app/domain/payments/reminders/reminder.ts'
import { retentionDays as slipRetentionDays } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { halfBp } from '#app/domain/people/student-discounts/student-discount.ts'
import { codeHours, visitMinutes } from '#app/domain/platform/help-visits/help-visit.ts'
import { fewCredits, leastTopUpSen, mostTopUpSen } from '#app/domain/platform/message-credits/price.ts'
import { accountChangeHoldHours, leastSen } from '#app/domain/platform/payouts/payout.ts'
import { quietDays } from '#app/domain/platform/registrations/subdomain-free.ts'
import { firstNotice, stageDays } from '#app/domain/platform/subscriptions/subscription.ts'
import { keptDays } from '#app/domain/reporting/archives/archive.ts'
import { clockWords, type Locale, languageTag } from '#app/i18n/locales.ts'
import { CHIP_LIMITS } from '#app/integrations/chip/limits.ts'
import { DEFAULT_LIMITS } from '#app/integrations/fpx/limits.ts'
import { mostSegments, room } from '#app/integrations/sms/segments.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { statementLimits } from '#app/integrations/statements/statement.ts'

/** Says one figure of the product in a language: `RM30,000.00`, `5 MB`, `60`. */
type Fact = (locale: Locale) => string

const money =
  (sen: number): Fact =>
  () =>
    formatRinggit(sen)
const number =
  (value: number): Fact =>
  (locale) =>
    new Intl.NumberFormat(languageTag(locale)).format(value)
/** As file managers count: a megabyte is a million bytes. */
const megabytes =
  (bytes: number): Fact =>
  (locale) =>
    `${new Intl.NumberFormat(languageTag(locale), { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`

/** Hours of the day, as they are said. */
const clock =
  (hour: number): Fact =>
  (locale) =>
    clockWords(`${String(hour).padStart(2, '0')}:00`, locale)

/**
 * What papers of the help centre write as `{{name}}`: figures that the code decides, taken from where it decides them, so
 * that no paper ages. A paper writes the unit itself, apart from money and sizes of files.
 */
export const facts: Readonly<Record<string, Fact>> = {
  announcement_files_max: number(mostFiles),
  announcement_file_max: megabytes(fileLimit.bytes),
  announcement_files_together_max: megabytes(fileLimit.together),
  announcement_letters_max: number(bodyLetters),
  application_keep_days: number(applicationDays),
  arrangement_grace_days: number(arrangementGraceDays),
  arrangement_months_max: number(longestArrangement),
  backdate_days: number(backdateDays.usual),
  backdate_days_managers: number(backdateDays.wide),
  chip_max: money(CHIP_LIMITS.max_sen),
  chip_min: money(CHIP_LIMITS.min_sen),
  code_digits: number(codeLife.digits),
  code_minutes: number(codeLife.seconds / 60),
  code_resend_seconds: number(resendSeconds),
  code_tries: number(codeLife.tries),
  confirm_minutes: number(confirmedMinutes),
  correct_minutes: number(correctMinutes),
  discount_notice_days: number(discountNoticeDays),
  discount_supervisor_percent: () => formatPercent(halfBp),
  domain_check_hours: number(hoursOfTrying),
  draft_days: number(draftDays),
  einvoice_cancel_hours: (locale) => number(ruleOn('cancel_hours', currentDay())!.value)(locale),
  enquiry_days: number(enquiryDays),
  family_archive_days: number(keptDays.family),
  few_credits: number(fewCredits),
  fpx_b2b1_max: money(DEFAULT_LIMITS.B2B1.max_sen),
  fpx_b2b1_min: money(DEFAULT_LIMITS.B2B1.min_sen),
  fpx_b2c_max: money(DEFAULT_LIMITS.B2C.max_sen),
  fpx_b2c_min: money(DEFAULT_LIMITS.B2C.min_sen),
  free_mails: number(freeMails),
  generation_runs_before_auto: number(runsBeforeAuto),
  generation_undo_hours: number(undoHours),
  gift_max: money(giftLimits.max_sen),
  gift_min: money(giftLimits.min_sen),
  grace_days: number(stageDays.grace),
  idle_days_parent: number(idleDays.parent),
  idle_days_staff: number(idleDays.staff),
  idle_hours_operator: number(operatorIdleHours),
  import_file_max: megabytes(sheetLimits.bytes),
  import_keep_days: number(importRetentionDays),
  import_rows_max: number(sheetLimits.rows),
  import_undo_days: number(undoDays),
  invitation_days: number(invitationDays),
  invoice_lines_max: number(mostLines),
  invoice_total_max: money(largestTotal),
  leave_days_ahead: number(leaveDaysAhead),
  leave_days_max: number(mostLeaveDays),
  leave_paper_days: number(paperDays),
  limited_days: number(stageDays.limited),
  mails_per_credit: number(mailsPerCredit),
  makeup_days: number(longestWaitDays),
  marking_days_academic: number(daysBack['class-admin']!),
  marking_days_teaching: number(daysBack.trainer!),
  optout_days: number(linkDays),
  parts_max: number(mostParts),
  parts_min: number(fewestParts),
  part_payment_min: money(smallestPart),
  payment_lock_minutes: number(lockMinutes),
  payout_hold_hours: number(accountChangeHoldHours),
  payout_min: money(leastSen),
  pdf_rows_max: number(pdfRows),
  phone_proof_months: number(proofMonths),
  picture_max: megabytes(pictureLimits.bytes),
  quiet_from: clock(quietHours.from),
  quiet_until: clock(quietHours.to),
  recovery_minutes: number(recoveryMinutes),
  reminder_days_between: number(daysBetweenReminders),
  reminder_hold_months: number(longestHold),
  renewal_notice_days: number(firstNotice),
  service_tax: () => formatPercent(SERVICE_TAX_RATE),
  session_confirm_hours: number(confirmHours),
  session_days_ahead: number(daysAhead),
  slip_file_max: megabytes(paperLimit.bytes),
  slip_keep_days: number(slipRetentionDays),
  sms_letters_max: number(smsLetters),
  sms_segment_gsm7: number(room.gsm7.part),
  sms_segment_unicode: number(room.unicode.part),
  sms_segments_max: number(mostSegments),
  statement_file_max: megabytes(statementLimits.bytes),
  statement_lines_max: number(statementLimits.lines),
  subdomain_quiet_days: number(quietDays),
  support_code_hours: number(codeHours),
  support_visit_minutes: number(visitMinutes),
  top_up_max: money(mostTopUpSen),
  top_up_min: money(leastTopUpSen),
  upload_file_max: megabytes(paperLimit.bytes),
  whatsapp_credits: number(whatsAppCredits),
  year_archive_days: number(keptDays.year),
}

/**
 * What a paper writes like a figure and only the page knows: whose pages these are, and who runs the platform. The reader's
 * `Speak` says them.
 */
export const spokenFacts = ['organisation_name', 'operator_name', 'operator_email'] as const
