import { collectionList } from '#app/domain/accounting/collections/find-collections.server.ts'
import { creditMoveList } from '#app/domain/accounting/credit-moves/find-credit-moves.server.ts'
import { creditList } from '#app/domain/accounting/credits/find-credits.server.ts'
import { monthList } from '#app/domain/accounting/months/find-months.server.ts'
import { auditList } from '#app/domain/audit/log/audit.server.ts'
import { signInList } from '#app/domain/audit/log/logins.server.ts'
import { arrangementList } from '#app/domain/billing/arrangements/find-arrangements.server.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.server.ts'
import {
  generationLog,
  generationStudentList,
} from '#app/domain/billing/generations/generation-lists.server.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.server.ts'
import { branchList } from '#app/domain/catalogue/branches/find-branches.server.ts'
import { categoryList } from '#app/domain/catalogue/categories/find-categories.server.ts'
import { departmentList } from '#app/domain/catalogue/departments/find-departments.server.ts'
import { discountList } from '#app/domain/catalogue/discounts/find-discounts.server.ts'
import { feeCategoryList } from '#app/domain/catalogue/fee-categories/find-fee-categories.server.ts'
import { feeTypeList } from '#app/domain/catalogue/fee-types/find-fee-types.server.ts'
import { lineTemplateList } from '#app/domain/catalogue/line-templates/find-line-templates.server.ts'
import { moduleList } from '#app/domain/catalogue/modules/find-modules.server.ts'
import { paymentOptionList } from '#app/domain/catalogue/payment-options/find-payment-options.server.ts'
import { programList } from '#app/domain/catalogue/programs/find-programs.server.ts'
import { subjectFeeList } from '#app/domain/catalogue/subject-fees/find-subject-fees.server.ts'
import { subjectList } from '#app/domain/catalogue/subjects/find-subjects.server.ts'
import type { TenantList } from '#app/domain/core/lists/list.ts'
import { applicationList } from '#app/domain/enrolment/applications/find-applications.server.ts'
import { importList } from '#app/domain/enrolment/imports/find-imports.server.ts'
import {
  rolloverClassList,
  rolloverFamilyList,
  rolloverList,
  rolloverSeatList,
} from '#app/domain/enrolment/rollovers/rollover-lists.server.ts'
import { infaqList, zakatList } from '#app/domain/giving/donations/find-donations.server.ts'
import { fundList, fundMoveList } from '#app/domain/giving/funds/find-fund-moves.server.ts'
import { infaqTypeList } from '#app/domain/giving/infaq-types/find-infaq-types.server.ts'
import { zakatTypeList } from '#app/domain/giving/zakat-types/find-zakat-types.server.ts'
import { arrearsList } from '#app/domain/payments/arrears/find-arrears.server.ts'
import { attemptList } from '#app/domain/payments/attempts/find-attempts.server.ts'
import { lineList } from '#app/domain/payments/bank-statements/find-lines.server.ts'
import { statementList } from '#app/domain/payments/bank-statements/find-statements.server.ts'
import { cancelledList } from '#app/domain/payments/cancel-requests/cancelled-payments.server.ts'
import { cancelRequestList } from '#app/domain/payments/cancel-requests/find-requests.server.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.server.ts'
import { drawerList } from '#app/domain/payments/drawers/find-drawers.server.ts'
import { exceptionList } from '#app/domain/payments/payment-exceptions/exception-lists.server.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.server.ts'
import { holdList, reminderList } from '#app/domain/payments/reminders/find-reminders.server.ts'
import { slipList } from '#app/domain/payments/transfer-slips/find-slips.server.ts'
import { parentList } from '#app/domain/people/parents/find-parents.server.ts'
import { staffList } from '#app/domain/people/staff/find-staff.server.ts'
import { studentChangeList } from '#app/domain/people/student-changes/find-student-changes.server.ts'
import { studentDiscountList } from '#app/domain/people/student-discounts/find-student-discounts.server.ts'
import { studentList } from '#app/domain/people/students/find-students.server.ts'
import { trainerList } from '#app/domain/people/trainers/find-trainers.server.ts'
import { ownPayoutList } from '#app/domain/platform/payouts/own-payouts.server.ts'

/** The lists of an organisation that can be taken away. */
const lists: readonly TenantList[] = [
  programList,
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
  generationLog,
  paymentList,
  arrearsList,
  arrangementList,
  creditMoveList,
  drawerList,
  studentChangeList,
  slipList,
  cancelledList,
  creditNoteList,
  creditRefundList,
  creditList,
  reminderList,
  holdList,
  cancelRequestList,
  studentDiscountList,
  attemptList,
  statementList,
  lineList,
  exceptionList,
  collectionList,
  ownPayoutList,
  monthList,
  branchList,
  departmentList,
  staffList,
  applicationList,
  studentList,
  parentList,
  trainerList,
  importList,
  auditList,
  signInList,
]

/** By the name in the address: /{name}/print; a name may have several parts. */
export const printables: Readonly<Record<string, TenantList>> = Object.fromEntries(
  lists.map((list) => [list.name, list]),
)
