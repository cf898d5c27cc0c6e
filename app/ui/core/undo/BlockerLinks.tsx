import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type UndoLink, type UndoPage, unpackBlockers } from '#app/domain/core/undo/undo-plan.ts'
import { paths } from '#app/paths.ts'

const pageOf: Record<UndoPage, (id: string) => string> = {
  application: paths.application.view,
  arrangement: paths.arrangement.view,
  attempt: paths.attempt.view,
  bank_line: paths.bank_line.view,
  bank_statement: paths.bank_statement.view,
  branch: paths.branch.view,
  cancel_requests: () => paths.cancel_request.list(),
  category: paths.category.view,
  class_session: paths.class_session.view,
  credit_move: paths.credit_move.view,
  credit_note: paths.credit_note.view,
  credit_refund: paths.credit_refund.view,
  credit_removal: paths.family.takeCreditOff,
  department: paths.department.view,
  discount: paths.discount.view,
  donation_infaq: paths.infaq.view,
  donation_zakat: paths.zakat.view,
  drawer: paths.drawer.view,
  einvoice: paths.einvoice.view,
  einvoice_setting: () => paths.einvoiceSetting.index(),
  enrolment_end: paths.enrolment.end,
  family_credit: paths.family.view,
  fee_category: paths.fee_category.view,
  fee_type: paths.fee_type.view,
  fund_infaq: (id) => paths.fund_move.new('infaq', id),
  fund_move: paths.fund_move.view,
  fund_zakat: (id) => paths.fund_move.new('zakat', id),
  generation: paths.generation.view,
  generation_invoices: (id) => paths.invoice.list({ generation_id: id }),
  infaq_type: paths.infaq_type.view,
  invoice: paths.invoice.view,
  line_template: paths.line_template.view,
  module: paths.module.view,
  month: paths.month.view,
  parent: paths.parent.view,
  payment: paths.payment.view,
  payment_cancel: paths.payment.cancel,
  payment_option: paths.payment_option.view,
  program: paths.program.view,
  refund: paths.credit_note.new,
  rollover: paths.rollover.view,
  staff: paths.staff.view,
  student: paths.student.view,
  student_change: paths.student_change.view,
  student_discount: paths.student_discount.view,
  subject: paths.subject.view,
  subject_fee: paths.subject_fee.view,
  subject_fee_price: paths.subject_fee.price,
  trainer: paths.trainer.view,
  transfer_slip: paths.transfer_slip.view,
  zakat_type: paths.zakat_type.view,
}

export const hrefOfUndo = ({ to, id }: UndoLink): string => pageOf[to](id)

/** The links of a refusal to what is in the way; `packed`: among its values, see `packBlockers`. */
export function BlockerLinks({ packed }: { packed: unknown }) {
  const { t } = useTranslation()
  return unpackBlockers(packed).map(({ to, id, name }) => (
    <Fragment key={to + id}>
      {' '}
      <a href={hrefOfUndo({ to, id })}>
        {name ? t('undo.go_named', { go: t(`undo.go.${to}`), name }) : t(`undo.go.${to}`)}
      </a>
    </Fragment>
  ))
}
