import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { creditMoveList } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { creditList } from '#app/domain/accounting/credits/find-credits.ts'
import { monthList } from '#app/domain/accounting/months/find-months.ts'
import { auditList } from '#app/domain/audit/log/audit.ts'
import { signInList } from '#app/domain/audit/log/logins.ts'
import { arrangementList } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { generationStudentList } from '#app/domain/billing/generations/find-generations.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { branchList } from '#app/domain/catalogue/branches/branches.ts'
import { categoryList } from '#app/domain/catalogue/categories/categories.ts'
import { departmentList } from '#app/domain/catalogue/departments/departments.ts'
import { discountList } from '#app/domain/catalogue/discounts/discounts.ts'
import { feeCategoryList } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { feeTypeList } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { lineTemplateList } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { moduleList } from '#app/domain/catalogue/modules/modules.ts'
import { paymentOptionList } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { programList } from '#app/domain/catalogue/programs/programs.ts'
import { subjectFeeList } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { subjectList } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { attendanceList } from '#app/domain/classes/attendance/find-marks.ts'
import { closureList } from '#app/domain/classes/closures/find-closures.ts'
import { leaveList } from '#app/domain/classes/leave/find-leave.ts'
import { paySheetList } from '#app/domain/classes/pay/find-pay-sheets.ts'
import type { TenantList } from '#app/domain/core/lists/list.ts'
import { documentList } from '#app/domain/einvoice/documents/find-documents.ts'
import { applicationList } from '#app/domain/enrolment/applications/find-applications.ts'
import { importList } from '#app/domain/enrolment/imports/find-imports.ts'
import {
  rolloverClassList,
  rolloverFamilyList,
  rolloverList,
  rolloverSeatList,
} from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { infaqTypeList } from '#app/domain/giving/donation-types/infaq-types.ts'
import { zakatTypeList } from '#app/domain/giving/donation-types/zakat-types.ts'
import { infaqList, zakatList } from '#app/domain/giving/donations/find-donations.ts'
import { fundList, fundMoveList } from '#app/domain/giving/funds/find-fund-moves.ts'
import { announcementList } from '#app/domain/messaging/announcements/find-announcements.ts'
import { deliveryList } from '#app/domain/messaging/delivery/find-deliveries.ts'
import { consentList } from '#app/domain/organisation/legal/consents.ts'
import { arrearsList } from '#app/domain/payments/arrears/find-arrears.ts'
import { attemptList } from '#app/domain/payments/attempts/find-attempts.ts'
import { lineList, statementList } from '#app/domain/payments/bank-statements/find-statements.ts'
import { cancelRequestList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { drawerList } from '#app/domain/payments/drawers/find-drawers.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { holdList, reminderList } from '#app/domain/payments/reminders/find-reminders.ts'
import { slipList } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { parentList } from '#app/domain/people/parents/find-parents.ts'
import { staffList } from '#app/domain/people/staff/find-staff.ts'
import { studentChangeList } from '#app/domain/people/student-changes/find-student-changes.ts'
import { studentDiscountList } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { trainerList } from '#app/domain/people/trainers/find-trainers.ts'
import { creditLedger } from '#app/domain/platform/message-credits/find-credits.ts'
import { ownPayoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import { allReports } from '#app/domain/reporting/reports/all-reports.ts'

/** The lists of an organisation that can be taken away. */
const lists: readonly TenantList[] = [
  programList,
  announcementList,
  categoryList,
  moduleList,
  subjectList,
  feeCategoryList,
  feeTypeList,
  lineTemplateList,
  subjectFeeList,
  rolloverList,
  rolloverClassList,
  rolloverSeatList,
  rolloverFamilyList,
  discountList,
  paymentOptionList,
  infaqTypeList,
  zakatTypeList,
  infaqList,
  zakatList,
  fundList,
  fundMoveList,
  invoiceList,
  generationStudentList,
  paymentList,
  arrearsList,
  arrangementList,
  creditMoveList,
  drawerList,
  studentChangeList,
  slipList,
  creditNoteList,
  creditRefundList,
  creditList,
  reminderList,
  deliveryList,
  holdList,
  cancelRequestList,
  studentDiscountList,
  attemptList,
  statementList,
  lineList,
  exceptionList,
  documentList,
  collectionList,
  ownPayoutList,
  creditLedger,
  consentList,
  monthList,
  branchList,
  closureList,
  departmentList,
  staffList,
  applicationList,
  studentList,
  parentList,
  trainerList,
  attendanceList,
  leaveList,
  paySheetList,
  importList,
  auditList,
  signInList,
  ...allReports.map(({ list }) => list),
]

/** By the name in the address: /{name}/print; a name may have several parts. */
export const printables: Readonly<Record<string, TenantList>> = Object.fromEntries(
  lists.map((list) => [list.name, list]),
)
