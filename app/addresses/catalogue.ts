import { bare, button, page, pages, picture, resource } from './pages.ts'

export const branch = pages('tenant/branch', resource('branch'))

export const department = pages('tenant/department', resource('department'))

export const category = pages('tenant/category', resource('category'))

export const program = pages('tenant/program', {
  ...resource('program'),
  ...picture('program'),
})

export const module = pages('tenant/module', resource('module'))

export const subject = pages('tenant/subject', {
  ...resource('subject'),
  ...picture('subject'),
  close: page('/subject/close/:id', 'subject.edit'),
  reopen: button('/subject/reopen/:id', 'subject.edit'),
})

export const fee_category = pages('tenant/fee-category', resource('fee_category'))

export const fee_type = pages('tenant/fee-type', resource('fee_type'))

export const line_template = pages('tenant/line-template', resource('line_template'))

export const subject_fee = pages('tenant/subject-fee', {
  list: page('/subjectFee', 'subject_fee.view'),
  new: page('/subjectFee/new', 'subject_fee.create'),
  view: page('/subjectFee/view/:id', 'subject_fee.view'),
  edit: page('/subjectFee/edit/:id', 'subject_fee.edit'),
  price: page('/subjectFee/price/:id', 'subject_fee.edit'),
  status: button('/subjectFee/status/:id', 'subject_fee.edit'),
  remove: button('/subjectFee/remove/:id', 'subject_fee.remove'),
})

export const discount = pages('tenant/discount', {
  ...resource('discount'),
  trial: page('/discount/trial/:id', 'discount.try'),
  trialFile: page('/discount/trial/file/:id/:format', 'discount.try'),
  trialPrint: bare('/discount/trial/print/:id', 'discount.try'),
})

export const payment_option = pages('tenant/payment-option', resource('payment_option'))
