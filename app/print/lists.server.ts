import { applicationList } from '#app/domain/applications/find-applications.server.ts'
import { arrangementList } from '#app/domain/arrangements/find-arrangements.server.ts'
import { arrearsList } from '#app/domain/arrears/find-arrears.server.ts'
import { attemptList } from '#app/domain/attempts/find-attempts.server.ts'
import { lineList } from '#app/domain/bank-statements/find-lines.server.ts'
import { statementList } from '#app/domain/bank-statements/find-statements.server.ts'
import { branchList } from '#app/domain/branches/find-branches.server.ts'
import { cancelledList } from '#app/domain/cancel-requests/cancelled-payments.server.ts'
import { cancelRequestList } from '#app/domain/cancel-requests/find-requests.server.ts'
import { categoryList } from '#app/domain/categories/find-categories.server.ts'
import { collectionList } from '#app/domain/collections/find-collections.server.ts'
import { creditMoveList } from '#app/domain/credit-moves/find-credit-moves.server.ts'
import { creditNoteList } from '#app/domain/credit-notes/find-credit-notes.server.ts'
import { creditRefundList } from '#app/domain/credit-refunds/find-credit-refunds.server.ts'
import { creditList } from '#app/domain/credits/find-credits.server.ts'
import { departmentList } from '#app/domain/departments/find-departments.server.ts'
import { discountList } from '#app/domain/discounts/find-discounts.server.ts'
import { infaqList, zakatList } from '#app/domain/donations/find-donations.server.ts'
import { drawerList } from '#app/domain/drawers/find-drawers.server.ts'
import { exceptionList } from '#app/domain/exceptions/exception-lists.server.ts'
import { feeCategoryList } from '#app/domain/fee-categories/find-fee-categories.server.ts'
import { feeTypeList } from '#app/domain/fee-types/find-fee-types.server.ts'
import { fundList, fundMoveList } from '#app/domain/funds/find-fund-moves.server.ts'
import { generationLog, generationStudentList } from '#app/domain/generations/generation-lists.server.ts'
import { importList } from '#app/domain/imports/find-imports.server.ts'
import { infaqTypeList } from '#app/domain/infaq-types/find-infaq-types.server.ts'
import { invoiceList } from '#app/domain/invoices/find-invoices.server.ts'
import { lineTemplateList } from '#app/domain/line-templates/find-line-templates.server.ts'
import type { TenantList } from '#app/domain/lists/list.ts'
import { auditList } from '#app/domain/log/audit.server.ts'
import { signInList } from '#app/domain/log/logins.server.ts'
import { moduleList } from '#app/domain/modules/find-modules.server.ts'
import { monthList } from '#app/domain/months/find-months.server.ts'
import { parentList } from '#app/domain/parents/find-parents.server.ts'
import { paymentOptionList } from '#app/domain/payment-options/find-payment-options.server.ts'
import { paymentList } from '#app/domain/payments/find-payments.server.ts'
import { ownPayoutList } from '#app/domain/payouts/own-payouts.server.ts'
import { programList } from '#app/domain/programs/find-programs.server.ts'
import { holdList, reminderList } from '#app/domain/reminders/find-reminders.server.ts'
import {
  rolloverClassList,
  rolloverFamilyList,
  rolloverList,
  rolloverSeatList,
} from '#app/domain/rollovers/rollover-lists.server.ts'
import { staffList } from '#app/domain/staff/find-staff.server.ts'
import { studentChangeList } from '#app/domain/student-changes/find-student-changes.server.ts'
import { studentDiscountList } from '#app/domain/student-discounts/find-student-discounts.server.ts'
import { studentList } from '#app/domain/students/find-students.server.ts'
import { subjectFeeList } from '#app/domain/subject-fees/find-subject-fees.server.ts'
import { subjectList } from '#app/domain/subjects/find-subjects.server.ts'
import { trainerList } from '#app/domain/trainers/find-trainers.server.ts'
import { slipList } from '#app/domain/transfer-slips/find-slips.server.ts'
import { zakatTypeList } from '#app/domain/zakat-types/find-zakat-types.server.ts'

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
