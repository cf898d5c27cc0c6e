import { describe, expect, test } from 'vitest'
import { familyActions } from '#app/domain/core/four-eyes/own-family.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { writtenActions } from './written-actions.fixture.ts'

/** Nouns with which no family's money changes: the organisation, its people, its catalogue, its settings and its books. */
const freeNouns = new Set(
  `accounting_account accounting_export announcement archive audit bank_cost bank_statement branch category chip_account class_session closure collection counter department donation drawer einvoice einvoice_obligation einvoice_setting entity feature
  fee_category fee_type fund_move help holiday identity infaq_type job label legal line_template module month operator package
  payment_attempt payment_option payout payout_adjustment platform_invoice profile program receipt registration
  pay_sheet registration_form reminder saved_report session staff subject subscription trainer user zakat_appointment zakat_type`.split(
    /\s+/,
  ),
)

/** Actions of the other nouns that anybody may do for their own family, by why. */
const freeActions = {
  'asks somebody else, or withdraws that': `invoice.cancel_requested invoice.cancel_withdrawn payment.cancel_requested
    payment.cancel_withdrawn credit_note.requested credit_note.withdrawn credit_move.requested credit_move.withdrawn
    credit_refund.requested credit_refund.withdrawn arrangement.proposed arrangement.withdrawn student_discount.requested
    student_discount.withdrawn transfer_slip.requested transfer_slip.withdrawn student_change.requested
    student_change.withdrawn leave_request.requested leave_request.withdrawn application.submitted application.withdrawn payment_exception.refund_proposed
    generation.asked generation.asking_withdrawn import.asked import.asking_withdrawn`,
  'follows from an action that is checked, or from a rule for everybody': `invoice.paid invoice.part_paid credit.added
    credit.taken_back credit.used credit.returned credit_note.given_early credit_note.reversed arrangement.kept
    arrangement.broken generation.started generation.finished generation.refused import.started import.finished
    enrolment.carried rollover.finished rollover.undone`,
  'pays online': 'invoice.payment_started invoice.payment_ended',
  'is done by CHIP': 'credit_refund.sent credit_refund.failed',
  'changes no sum': `message.sent_again message_opt_out.changed failed_mail.sent_again failed_mail.dismissed invoice.not_sent invoice.sent_again invoice.settings_changed payment.rules_changed credit_refund.account_shown
    transfer_slip.paper_removed leave_request.paper_removed bank_line.ignored bank_line.reopened student.created student.removed student.restored
    student.health_viewed student.health_edited student.photo_set student.photo_removed parent.created parent.activated
    parent.deactivated parent.removed parent.restored parent.note_written parent.note_struck parent.contact_written
    parent.file_added parent.file_removed parent.account_opened parent.statement_sent parent.statement_not_sent
    application.edited application.linked application.distinguished application.reminded application.anonymised
    application.settings_changed attendance.settings_changed payment_exception.taken payment_exception.handed_over payment_exception.given
    payment_exception.noted generation.removed generation.settings_changed import.uploaded import.removed
    rollover.created rollover.edited rollover.class_set rollover.seat_set rollover.discounts_set rollover.removed discount.removed`,
  'cancels payments, each of which is checked': 'bank_line.undone',
}
const free = new Set(Object.values(freeActions).flatMap((actions) => actions.split(/\s+/)))

/** Of the audit log’s words and of the sources, since the ones that requests put together stand only in the words. */
function knownActions(): string[] {
  const words = i18nOf('en').t('audit.actions', { returnObjects: true }) as unknown as Record<string, object>
  const spoken = Object.entries(words).flatMap(([noun, verbs]) =>
    Object.keys(verbs).map((verb) => `${noun}.${verb}`),
  )
  const written = writtenActions().map(({ action }) => action)
  return [...new Set([...spoken, ...written])].filter((action) => !action.startsWith('{noun}'))
}

describe('each action that the log knows', () => {
  const all = knownActions()

  test('is refused about the own family, or somebody has said why it is free', () => {
    expect(all.length).toBeGreaterThan(300)
    const unsaid = all.filter(
      (action) => !familyActions[action] && !free.has(action) && !freeNouns.has(action.split('.')[0]!),
    )
    expect(unsaid).toEqual([])
  })

  test('is one or the other, and there is no such rule for an action that nobody does', () => {
    const ruled = [...Object.keys(familyActions), ...free]
    expect(ruled.filter((action) => !all.includes(action))).toEqual([])
    expect(Object.keys(familyActions).filter((action) => free.has(action))).toEqual([])
  })
})
