import { categoryList } from '#app/domain/catalogue/categories/categories.ts'
import { discountList } from '#app/domain/catalogue/discounts/discounts.ts'
import { feeCategoryList } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { feeTypeList } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { lineTemplateList } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { moduleList } from '#app/domain/catalogue/modules/modules.ts'
import { paymentOptionList } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { programList } from '#app/domain/catalogue/programs/programs.ts'
import { subjectFeeList } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { subjectList } from '#app/domain/catalogue/subjects/find-subjects.ts'
import {
  rolloverClassList,
  rolloverFamilyList,
  rolloverList,
  rolloverSeatList,
} from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of what is taught and what it costs. */
export function catalogueLists() {
  ofTenant(categoryList, () => ({
    kind: ['age', ({ kind }) => kind === 'age'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(discountList, () => ({
    type: ['sibling', ({ type }) => type === 'sibling'],
    status: ['inactive', ({ status }) => status === 'inactive'],
    ends: ['soon', ({ valid_from, valid_to }) => valid_from === null && valid_to !== null],
  }))

  ofTenant(feeCategoryList, () => ({
    kind: ['exam', ({ kind }) => kind === 'exam'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(feeTypeList, () => ({
    fee_category_id: [rows().charged.id, ({ fee_category }) => fee_category === rows().charged.name],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(lineTemplateList, () => ({
    fee_type_id: [rows().type.id, ({ lines }) => lines === 2],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(subjectFeeList, () => ({
    subject_id: [rows().taught.id, ({ subject }) => subject === rows().taught.name],
    fee_type_id: [rows().type.id, ({ fee_type }) => fee_type === rows().type.name],
    frequency: ['yearly', ({ frequency }) => frequency === 'yearly'],
    apply_to: ['new', ({ apply_to }) => apply_to === 'new'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  const ofNewYear = <R extends { rollover_id: string }>(): [string, (row: R) => boolean] => [
    rows().newYear.id,
    ({ rollover_id }) => rollover_id === rows().newYear.id,
  ]

  ofTenant(rolloverList, () => ({ status: ['done', ({ status }) => status === 'done'] }))

  ofTenant(rolloverClassList, () => ({
    act: ['promote', ({ act }) => act === 'promote'],
    rollover: ofNewYear(),
  }))

  ofTenant(rolloverSeatList, () => ({
    act: ['promote', ({ act }) => act === 'promote'],
    reason: ['already_there', ({ reason }) => reason === 'already_there'],
    subject: [rows().taught.id, ({ subject }) => subject === rows().taught.name],
    rollover: ofNewYear(),
  }))

  ofTenant(rolloverFamilyList, () => ({
    over: ['yes', ({ before_sen, after_sen }) => after_sen - before_sen >= 1_000],
    rollover: ofNewYear(),
  }))

  ofTenant(moduleList, () => ({
    program_id: [rows().program.id, ({ program }) => program === rows().program.name],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(paymentOptionList, () => ({
    method: ['cash', ({ method }) => method === 'cash'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(programList, () => ({
    department_id: [rows().place.id, ({ department }) => department === rows().place.name],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(
    subjectList,
    () => ({
      program_id: [rows().program.id, ({ program }) => program === rows().program.name],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      category_id: [rows().used.id, ({ category }) => category === rows().used.name],
      module_id: [rows().part.id, ({ module }) => module === rows().part.name],
      department_id: [rows().place.id, ({ program }) => program === rows().program.name],
      trainer_id: [rows().head.id, ({ trainers }) => trainers === rows().head.name],
      seats: ['full', ({ students, capacity }) => students === capacity],
      status: ['closed', ({ status }) => status === 'closed'],
    }),
    ({ branch }) => branch !== rows().far.name,
  )
}
