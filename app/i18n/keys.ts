import type { OfEachNoun } from '#app/domain/core/resources.ts'
import type admin from './en/admin.json'
import type announcement from './en/announcement.json'
import type application from './en/application.json'
import type archive from './en/archive.json'
import type arrangement from './en/arrangement.json'
import type arrears from './en/arrears.json'
import type attendance from './en/attendance.json'
import type attendanceReport from './en/attendance_report.json'
import type audit from './en/audit.json'
import type auth from './en/auth.json'
import type bankChange from './en/bank_change.json'
import type bankLine from './en/bank_line.json'
import type bankStatement from './en/bank_statement.json'
import type billing from './en/billing.json'
import type branch from './en/branch.json'
import type cancelRequest from './en/cancel_request.json'
import type category from './en/category.json'
import type chip from './en/chip.json'
import type classSession from './en/class_session.json'
import type closure from './en/closure.json'
import type collection from './en/collection.json'
import type common from './en/common.json'
import type counter from './en/counter.json'
import type creditMove from './en/credit_move.json'
import type creditNote from './en/credit_note.json'
import type creditRefund from './en/credit_refund.json'
import type dashboard from './en/dashboard.json'
import type delivery from './en/delivery.json'
import type department from './en/department.json'
import type discount from './en/discount.json'
import type document from './en/document.json'
import type domain from './en/domain.json'
import type donation from './en/donation.json'
import type drawer from './en/drawer.json'
import type duitnow from './en/duitnow.json'
import type einvoice from './en/einvoice.json'
import type einvoiceFault from './en/einvoice_fault.json'
import type einvoiceObligation from './en/einvoice_obligation.json'
import type einvoiceSetting from './en/einvoice_setting.json'
import type enrolment from './en/enrolment.json'
import type entity from './en/entity.json'
import type everyNoun from './en/every-noun.json'
import type failedMail from './en/failed_mail.json'
import type family from './en/family.json'
import type familyContact from './en/family_contact.json'
import type familyCredit from './en/family_credit.json'
import type feature from './en/feature.json'
import type feeCategory from './en/fee_category.json'
import type feeType from './en/fee_type.json'
import type flash from './en/flash.json'
import type fpx from './en/fpx.json'
import type front from './en/front.json'
import type fund from './en/fund.json'
import type fundMove from './en/fund_move.json'
import type generation from './en/generation.json'
import type handOver from './en/hand_over.json'
import type helpPage from './en/help_page.json'
import type helpVisit from './en/help_visit.json'
import type holiday from './en/holiday.json'
import type homeChart from './en/home_chart.json'
import type imports from './en/import.json'
import type inbox from './en/inbox.json'
import type infaqType from './en/infaq_type.json'
import type invitation from './en/invitation.json'
import type invoice from './en/invoice.json'
import type label from './en/label.json'
import type leaveRequest from './en/leave_request.json'
import type legal from './en/legal.json'
import type legalConsent from './en/legal_consent.json'
import type lineTemplate from './en/line_template.json'
import type mail from './en/mail.json'
import type mailServer from './en/mail_server.json'
import type marking from './en/marking.json'
import type menu from './en/menu.json'
import type messageCredit from './en/message_credit.json'
import type module from './en/module.json'
import type month from './en/month.json'
import type operator from './en/operator.json'
import type ownLegal from './en/own_legal.json'
import type packages from './en/package.json'
import type parent from './en/parent.json'
import type paySheet from './en/pay_sheet.json'
import type payment from './en/payment.json'
import type paymentException from './en/payment_exception.json'
import type paymentOption from './en/payment_option.json'
import type payout from './en/payout.json'
import type platformInvoice from './en/platform_invoice.json'
import type profile from './en/profile.json'
import type program from './en/program.json'
import type refusal from './en/refusal.json'
import type register from './en/register.json'
import type registration from './en/registration.json'
import type registrationForm from './en/registration_form.json'
import type reminder from './en/reminder.json'
import type reminderHold from './en/reminder_hold.json'
import type report from './en/report.json'
import type reportMoney from './en/report_money.json'
import type reportPeople from './en/report_people.json'
import type revenue from './en/revenue.json'
import type role from './en/role.json'
import type rollover from './en/rollover.json'
import type savedReport from './en/saved_report.json'
import type secondFactor from './en/second_factor.json'
import type setUp from './en/set_up.json'
import type setting from './en/setting.json'
import type smsRule from './en/sms_rule.json'
import type smtp from './en/smtp.json'
import type staff from './en/staff.json'
import type starter from './en/starter.json'
import type statement from './en/statement.json'
import type student from './en/student.json'
import type studentChange from './en/student_change.json'
import type studentDiscount from './en/student_discount.json'
import type subject from './en/subject.json'
import type subjectFee from './en/subject_fee.json'
import type subscription from './en/subscription.json'
import type trace from './en/trace.json'
import type trainer from './en/trainer.json'
import type transferSlip from './en/transfer_slip.json'
import type verify from './en/verify.json'
import type zakatAppointment from './en/zakat_appointment.json'
import type zakatType from './en/zakat_type.json'

/** The files of sentences; a new one is named here once, and its keys are known to the compiler. */
type File =
  | typeof admin
  | typeof announcement
  | typeof application
  | typeof archive
  | typeof arrangement
  | typeof arrears
  | typeof attendance
  | typeof attendanceReport
  | typeof audit
  | typeof auth
  | typeof bankChange
  | typeof bankLine
  | typeof bankStatement
  | typeof billing
  | typeof branch
  | typeof cancelRequest
  | typeof category
  | typeof chip
  | typeof classSession
  | typeof closure
  | typeof collection
  | typeof common
  | typeof counter
  | typeof creditMove
  | typeof creditNote
  | typeof creditRefund
  | typeof dashboard
  | typeof delivery
  | typeof department
  | typeof discount
  | typeof document
  | typeof domain
  | typeof donation
  | typeof drawer
  | typeof duitnow
  | typeof einvoice
  | typeof einvoiceFault
  | typeof einvoiceObligation
  | typeof einvoiceSetting
  | typeof enrolment
  | typeof entity
  | typeof failedMail
  | typeof family
  | typeof familyContact
  | typeof familyCredit
  | typeof feature
  | typeof feeCategory
  | typeof feeType
  | typeof flash
  | typeof fpx
  | typeof front
  | typeof fund
  | typeof fundMove
  | typeof generation
  | typeof handOver
  | typeof helpPage
  | typeof helpVisit
  | typeof holiday
  | typeof homeChart
  | typeof imports
  | typeof inbox
  | typeof infaqType
  | typeof invitation
  | typeof invoice
  | typeof label
  | typeof leaveRequest
  | typeof legal
  | typeof legalConsent
  | typeof lineTemplate
  | typeof mail
  | typeof mailServer
  | typeof marking
  | typeof menu
  | typeof messageCredit
  | typeof module
  | typeof month
  | typeof operator
  | typeof ownLegal
  | typeof packages
  | typeof parent
  | typeof payment
  | typeof paymentException
  | typeof paymentOption
  | typeof payout
  | typeof paySheet
  | typeof platformInvoice
  | typeof profile
  | typeof program
  | typeof refusal
  | typeof register
  | typeof registration
  | typeof registrationForm
  | typeof reminder
  | typeof reminderHold
  | typeof report
  | typeof reportMoney
  | typeof reportPeople
  | typeof revenue
  | typeof role
  | typeof rollover
  | typeof savedReport
  | typeof secondFactor
  | typeof setting
  | typeof setUp
  | typeof smsRule
  | typeof smtp
  | typeof staff
  | typeof starter
  | typeof statement
  | typeof student
  | typeof studentChange
  | typeof studentDiscount
  | typeof subject
  | typeof subjectFee
  | typeof subscription
  | typeof trace
  | typeof trainer
  | typeof transferSlip
  | typeof verify
  | typeof zakatAppointment
  | typeof zakatType

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>
}[keyof T & string]

type LeavesOf<F, Group extends string> = F extends Record<Group, infer Sentences> ? Leaves<Sentences> : never

/** The keys of a group of sentences, such as `not_found.invoice` of `refusal`; those of every kept noun among them. */
export type KeyOf<Group extends 'flash' | 'refusal'> =
  | LeavesOf<File, Group>
  | OfEachNoun<LeavesOf<typeof everyNoun, Group>>
