import { bare, button, page, pages } from './pages.ts'

export const pay_sheet = pages('tenant/pay-sheet', {
  list: page('/pay-sheet', 'trainer_pay.view'),
  new: page('/pay-sheet/new', 'trainer_pay.edit'),
  view: page('/pay-sheet/view/:id', 'trainer_pay.view'),
  refresh: button('/pay-sheet/refresh/:id', 'trainer_pay.edit'),
  /** A correction by hand, in `for` of the session that it puts right. */
  correct: page('/pay-sheet/correct/:id', 'trainer_pay.edit'),
  uncorrect: button('/pay-sheet/uncorrect/:id', 'trainer_pay.edit'),
  submit: button('/pay-sheet/submit/:id', 'trainer_pay.edit'),
  withdraw: button('/pay-sheet/withdraw/:id', 'trainer_pay.edit'),
  approve: button('/pay-sheet/approve/:id', 'trainer_pay.approve'),
  return: page('/pay-sheet/return/:id', 'trainer_pay.approve'),
  pay: page('/pay-sheet/pay/:id', { any: ['trainer_pay.edit', 'trainer_pay.approve'] }),
  /** The payslip. */
  paper: bare('/pay-sheet/print/:id', 'trainer_pay.view', 'print'),
  bank: page('/pay-sheet/bank', 'trainer_pay.edit'),
  bankFile: button('/pay-sheet/bank/file', 'trainer_pay.edit'),
  /** `:id` of the trainer. */
  rates: page('/pay-sheet/rates/:id', 'trainer_pay.edit'),
  endRate: page('/pay-sheet/rate/:id', 'trainer_pay.edit'),
})
