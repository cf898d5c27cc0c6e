import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'

interface ObjectPage<P> {
  permission: P
  href: (id: string) => string
}

const tenantPages: Record<string, ObjectPage<Permission>> = {
  ...Object.fromEntries(
    resourceNouns.map((noun) => [noun, { permission: `${noun}.view` as const, href: paths[noun].view }]),
  ),
  import: { permission: 'import.view', href: paths.import.view },
  generation: { permission: 'generation.preview', href: paths.generation.view },
  rollover: { permission: 'rollover.view', href: paths.rollover.view },
  credit_refund: { permission: 'credit_refund.view', href: paths.creditRefund.view },
  cash_drawer: { permission: 'collection.view', href: paths.drawer.view },
  credit_move: { permission: 'credit_move.view', href: paths.creditMove.view },
  bank_line: { permission: 'bank_statement.view', href: paths.bankLine.view },
  bank_statement: { permission: 'bank_statement.view', href: paths.bankStatement.view },
  arrangement: { permission: 'arrangement.view', href: paths.arrangement.view },
  application: { permission: 'application.view', href: paths.application.view },
  invoice: { permission: 'invoice.view', href: paths.invoice.view },
  payment: { permission: 'payment.view', href: paths.payment.view },
  payment_attempt: { permission: 'payment.enquire', href: paths.attempt.view },
  payment_exception: { permission: 'payment_exception.view', href: paths.exception.view },
  parent: { permission: 'parent.view', href: paths.parent.view },
  student_change: { permission: 'student_change.view', href: paths.studentChange.view },
  transfer_slip: { permission: 'transfer_slip.view', href: paths.transferSlip.view },
  student: { permission: 'student.view', href: paths.student.view },
  subject_fee: { permission: 'subject_fee.view', href: paths.subjectFee.view },
  staff: { permission: 'staff.view', href: paths.staff.view },
  trainer: { permission: 'trainer.view', href: paths.trainer.view },
  payout: { permission: 'payout.view', href: paths.payout.view },
  month_closing: { permission: 'month.view', href: () => paths.month.list() },
  chip_account: { permission: 'gateway.view', href: () => paths.setting.chip() },
  audit_log: { permission: 'audit.view', href: () => paths.log.verify() },
}

const platformPages: Record<string, ObjectPage<OperatorPermission>> = {
  job: { permission: 'admin.job.view', href: paths.admin.jobView },
  payment_exception: { permission: 'admin.payment_exception.view', href: paths.admin.exception.view },
  payout: { permission: 'admin.payout.view', href: paths.admin.payout.view },
  payout_adjustment: { permission: 'admin.payout.view', href: paths.admin.payoutAdjustment.view },
  entity: { permission: 'admin.entity.view', href: paths.admin.entity.view },
  operator: { permission: 'admin.operator.view', href: paths.admin.operator.view },
  audit_log: { permission: 'admin.audit.view', href: () => paths.admin.log.verify() },
}

/** Null when there is none, or the reader may not open it. */
export function objectPage(
  type: string,
  id: string | null,
  may: (permission: Permission) => boolean,
): string | null {
  return pageOf(tenantPages[type], id ?? '', may)
}

export function platformObjectPage(
  type: string,
  id: string | null,
  may: (permission: OperatorPermission) => boolean,
): string | null {
  return pageOf(platformPages[type], id ?? '', may)
}

function pageOf<P>(page: ObjectPage<P> | undefined, id: string, may: (permission: P) => boolean) {
  return page && may(page.permission) ? page.href(id) : null
}
