import { giftLimits } from '#app/domain/accounting/gifts/gift.ts'
import { fewestParts, mostParts } from '#app/domain/billing/arrangements/arrangement.ts'
import { runsBeforeAuto, undoHours } from '#app/domain/billing/generations/generation.ts'
import { pdfRows } from '#app/domain/core/documents/document.ts'
import { paperLimit, pictureLimits } from '#app/domain/core/fields.ts'
import { smallestPart } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatPercent, formatRinggit, SERVICE_TAX_RATE } from '#app/domain/core/money.ts'
import { confirmedMinutes, idleDays, operatorIdleHours } from '#app/domain/core/settings/settings.ts'
import { retentionDays as importRetentionDays, undoDays } from '#app/domain/enrolment/imports/import.ts'
import { retentionDays as draftDays } from '#app/domain/enrolment/online-registration/draft.ts'
import { codeLife, resendSeconds } from '#app/domain/identity/codes/one-time-code.ts'
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
import { lockMinutes } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { daysBetweenReminders, longestHold } from '#app/domain/payments/reminders/reminder.ts'
import { retentionDays as slipRetentionDays } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { codeHours, visitMinutes } from '#app/domain/platform/help-visits/help-visit.ts'
import { leastTopUpSen, mostTopUpSen } from '#app/domain/platform/message-credits/price.ts'
import { leastSen } from '#app/domain/platform/payouts/payout.ts'
import { stageDays } from '#app/domain/platform/subscriptions/subscription.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { CHIP_LIMITS } from '#app/integrations/chip/limits.ts'
import { DEFAULT_LIMITS } from '#app/integrations/fpx/limits.ts'
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

/**
 * What papers of the help centre write as `{{name}}`: figures that the code decides, taken from where it decides them, so
 * that no paper ages. A paper writes the unit itself, apart from money and sizes of files.
 */
export const facts: Readonly<Record<string, Fact>> = {
  announcement_files_max: number(mostFiles),
  announcement_file_max: megabytes(fileLimit.bytes),
  announcement_files_together_max: megabytes(fileLimit.together),
  announcement_letters_max: number(bodyLetters),
  chip_max: money(CHIP_LIMITS.max_sen),
  chip_min: money(CHIP_LIMITS.min_sen),
  code_digits: number(codeLife.digits),
  code_minutes: number(codeLife.seconds / 60),
  code_resend_seconds: number(resendSeconds),
  code_tries: number(codeLife.tries),
  confirm_minutes: number(confirmedMinutes),
  draft_days: number(draftDays),
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
  limited_days: number(stageDays.limited),
  mails_per_credit: number(mailsPerCredit),
  parts_max: number(mostParts),
  parts_min: number(fewestParts),
  part_payment_min: money(smallestPart),
  payment_lock_minutes: number(lockMinutes),
  payout_min: money(leastSen),
  pdf_rows_max: number(pdfRows),
  picture_max: megabytes(pictureLimits.bytes),
  recovery_minutes: number(recoveryMinutes),
  reminder_days_between: number(daysBetweenReminders),
  reminder_hold_months: number(longestHold),
  service_tax: () => formatPercent(SERVICE_TAX_RATE),
  slip_file_max: megabytes(paperLimit.bytes),
  slip_keep_days: number(slipRetentionDays),
  sms_letters_max: number(smsLetters),
  statement_file_max: megabytes(statementLimits.bytes),
  statement_lines_max: number(statementLimits.lines),
  support_code_hours: number(codeHours),
  support_visit_minutes: number(visitMinutes),
  top_up_max: money(mostTopUpSen),
  top_up_min: money(leastTopUpSen),
  upload_file_max: megabytes(paperLimit.bytes),
  whatsapp_credits: number(whatsAppCredits),
}
