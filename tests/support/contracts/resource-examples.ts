import { branches } from '#app/domain/catalogue/branches/branches.ts'
import { categories } from '#app/domain/catalogue/categories/categories.ts'
import { departments } from '#app/domain/catalogue/departments/departments.ts'
import { discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { feeCategories } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { feeTypes } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { lineTemplates } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { modules } from '#app/domain/catalogue/modules/modules.ts'
import { paymentOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { programs } from '#app/domain/catalogue/programs/programs.ts'
import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import {
  branch,
  category,
  department,
  enrolment,
  feeCategory,
  feeType,
  module,
  next,
  program,
  student,
  studentDiscount,
  subject,
  subjectFee,
  user,
} from '#tests/support/database/factories.ts'
import { givingExamples } from './giving-examples.ts'
import type { ResourceExample } from './resource-example.ts'

export const resourceExamples: Record<ResourceNoun, ResourceExample> = {
  ...givingExamples,
  branch: {
    verbs: branches,
    least: () => ({ code: `W${next()}`, name: 'Cawangan baru' }),
    all: async (trx) => {
      await trx.updateTable('branch').set({ is_hq: false }).execute()
      const address = (line: string, city: string, state: string, postcode: string) => ({
        address_line1: `${line} 1`,
        address_line2: `${line} 2`,
        address_line3: `${line} 3`,
        city,
        state,
        postcode,
      })
      return [
        {
          is_hq: 'on',
          phone: '+6052000100',
          email: 'satu@school.test',
          ...address('A', 'Ipoh', 'Perak', '30000'),
        },
        { phone: '+6042000200', email: 'dua@school.test', ...address('B', 'Kulim', 'Kedah', '09000') },
      ]
    },
    hinderless: {
      'announcement.branch_id': 'of what was said, which stays',
      'cancel_request.branch_id': 'of an invoice or a payment, which is counted',
      'class_session.branch_id': 'of a class, which is counted',
      'credit_note.branch_id': 'of an invoice, which is counted',
      'einvoice_document.branch_id': 'of an invoice, which is counted',
    },
    use: (trx, branch_id) => student(trx, { branch_id }),
  },
  category: {
    verbs: categories,
    least: () => ({ code: `K${next()}`, name: 'Tahap baru', kind: 'level' }),
    all: async () => [
      { kind: 'age', min_age: '7', max_age: '9', description: 'Awal' },
      { kind: 'stream', min_age: '8', max_age: '10', description: 'Akhir' },
    ],
    use: (trx, category_id) => subject(trx, { category_id }),
  },
  department: {
    verbs: departments,
    least: () => ({ code: `J${next()}`, name: 'Jabatan baru' }),
    all: async (trx) => {
      const choice = async (description: string) => ({
        head_staff_id: (await user(trx)).staff!.id,
        branch_id: (await branch(trx)).id,
        description,
      })
      return [await choice('Awal'), await choice('Akhir')]
    },
    use: (trx, department_id) => program(trx, { department_id }),
  },
  discount: {
    verbs: discounts,
    least: () => ({
      ...{ code: `U${next()}`, name: 'Diskaun baru', priority: '0' },
      ...{ type: 'manual', method: 'percent', percent_bp: '10' },
    }),
    all: async (trx) => [
      {
        ...{ type: 'subsidy', method: 'percent', percent_bp: '12.5', max_amount_sen: '80.00' },
        ...{ valid_from: '2026-01-01', valid_to: '2026-06-30', stackable: 'on', priority: '1' },
        ...{ needs_approval: 'on', needs_document: 'on', sponsor: 'Yayasan Satu' },
        fee_category_ids: (await feeCategory(trx)).id,
      },
      {
        ...{ type: 'manual', method: 'percent', percent_bp: '20', max_amount_sen: '90.00' },
        ...{ valid_from: '2026-02-01', valid_to: '2026-12-31', priority: '2', sponsor: 'Yayasan Dua' },
        fee_category_ids: (await feeCategory(trx)).id,
      },
    ],
    apart: [
      ...['method', 'percent_bp', 'amount_sen', 'days_early', 'from_subjects', 'by_income'],
      ...['second_child_bp', 'third_child_bp', 'fourth_child_bp'],
    ],
    hinderless: { 'discount_fee_category.discount_id': 'its own choice, which goes with it' },
    use: (trx, discount_id) => studentDiscount(trx, { discount_id }),
  },
  fee_category: {
    verbs: feeCategories,
    least: () => ({
      code: `Y${next()}`,
      name: 'Yuran baru',
      kind: 'tuition',
      einvoice_classification: '010',
    }),
    all: async () => [
      { kind: 'exam', einvoice_classification: '022', discountable: 'on' },
      { kind: 'deposit', einvoice_classification: '027' },
    ],
    use: (trx, fee_category_id) => feeType(trx, { fee_category_id }),
  },
  fee_type: {
    verbs: feeTypes,
    least: () => ({
      code: `T${next()}`,
      name: 'Jenis baru',
      fee_category_id: '0198f000-0000-7000-8000-00000000dead',
      default_amount_sen: '0.00',
    }),
    all: async (trx) => [
      {
        ...{ fee_category_id: (await feeCategory(trx)).id, default_amount_sen: '120.00' },
        ...{ taxable: 'on', refundable: 'on', gl_code: '4000-100', name_my: 'Jenis awal' },
      },
      {
        ...{ fee_category_id: (await feeCategory(trx)).id, default_amount_sen: '1,250.50' },
        ...{ gl_code: '4000-200', name_my: 'Jenis akhir' },
      },
    ],
    // Offered where the organisation's own language is another one.
    apart: ['name_en'],
    hinderless: { 'billed_fee.fee_type_id': 'of a line of an invoice, which is counted' },
    use: (trx, fee_type_id) => subjectFee(trx, { fee_type_id }),
  },
  line_template: {
    verbs: lineTemplates,
    least: () => ({
      ...{ code: `B${next()}`, name: 'Templat baharu' },
      ...{ 'items[0].description': 'Buku latihan', 'items[0].quantity': '1' },
    }),
    all: async (trx) => [
      {
        ...{ description: 'Awal', 'items[0].fee_type_id': (await feeType(trx)).id },
        ...{ 'items[0].description': 'Buku teks', 'items[0].quantity': '1.5', 'items[0].price': '20.00' },
        ...{ 'items[0].discount': '5.00', 'items[0].discount_reason': 'Terpakai' },
      },
      {
        description: 'Akhir',
        ...{ 'items[0].description': 'Lawatan', 'items[0].quantity': '1', 'items[0].price': '45.00' },
        ...{ 'items[1].description': 'Baju', 'items[1].quantity': '2' },
      },
    ],
    hinderless: { 'line_template_item.line_template_id': 'its own lines, which go with it' },
  },
  module: {
    verbs: modules,
    least: () => ({
      code: `M${next()}`,
      name: 'Modul baru',
      program_id: '0198f000-0000-7000-8000-00000000dead',
      sequence: '1',
    }),
    all: async (trx) => [
      { program_id: (await program(trx)).id, sequence: '1', description: 'Awal' },
      { program_id: (await program(trx)).id, sequence: '2', description: 'Akhir' },
    ],
    use: (trx, module_id) => subject(trx, { module_id }),
  },
  payment_option: {
    verbs: paymentOptions,
    least: () => ({ code: `Z${next()}`, name: 'Bank baharu', method: 'bank_transfer', sort_order: '0' }),
    all: async () => [
      {
        ...{ method: 'bank_transfer', needs_slip: 'on', sort_order: '8' },
        ...{ name_my: 'Bank awal', instructions: 'Akaun satu', instructions_my: 'Tulis kod satu' },
      },
      {
        ...{ method: 'bank_transfer', sort_order: '9' },
        ...{ name_my: 'Bank akhir', instructions: 'Akaun dua', instructions_my: 'Tulis kod dua' },
      },
    ],
    apart: ['method', 'min_sen', 'max_sen', 'name_en', 'instructions_en'],
  },
  program: {
    verbs: programs,
    least: () => ({ code: `P${next()}`, name: 'Program baru', sort_order: '0' }),
    all: async (trx) => [
      {
        ...{ department_id: (await department(trx)).id, branch_ids: (await branch(trx)).id },
        ...{ level: 'Rendah', duration_months: '6' },
        ...{ starts_on: '2026-01-05', ends_on: '2026-06-30', public_registration: 'on' },
        ...{ sort_order: '1', description: 'Awal' },
        ...{ name_my: 'Program awal', description_my: 'Perihal awal' },
      },
      {
        ...{ department_id: (await department(trx)).id, branch_ids: (await branch(trx)).id },
        ...{ level: 'Menengah', duration_months: '12' },
        ...{ starts_on: '2026-02-02', ends_on: '2026-12-31', sort_order: '2', description: 'Akhir' },
        ...{ name_my: 'Program akhir', description_my: 'Perihal akhir' },
      },
    ],
    apart: ['name_en', 'description_en'],
    hinderless: { 'program_branch.program_id': 'its own choice, which goes with it' },
    use: (trx, program_id) => module(trx, { program_id }),
  },
  subject: {
    verbs: subjects,
    least: () => ({
      ...{ code: `L${next()}`, name: 'Kelas baharu', session_minutes: '60', sessions_per_month: '4' },
      program_id: '0198f000-0000-7000-8000-00000000dead',
      branch_id: '0198f000-0000-7000-8000-00000000dead',
    }),
    all: async (trx) => {
      const chosen = async () => {
        const { id: module_id, program_id } = await module(trx)
        const with_ = async (role: string) => (await user(trx, { roles: [role] })).id
        return {
          ...{ program_id, module_id, category_id: (await category(trx)).id },
          ...{ branch_id: (await branch(trx)).id, main_trainer_id: await with_('trainer') },
          ...{ trainer_ids: await with_('trainer'), assistant_ids: await with_('class-assistant') },
        }
      }
      const lesson = (weekday: string, starts: string, ends: string, room: string) => ({
        'schedule[0].weekday': weekday,
        'schedule[0].starts': starts,
        'schedule[0].ends': ends,
        'schedule[0].room': room,
      })
      return [
        {
          ...(await chosen()),
          ...lesson('6', '10:00', '11:30', 'Bilik 1'),
          ...{ capacity: '18', waitlist: 'on', session_minutes: '90', sessions_per_month: '4' },
          ...{ min_age: '7', max_age: '9', starts_on: '2026-01-05', ends_on: '2026-06-30' },
          ...{ registration_open: 'on', description: 'Awal', name_my: 'Kelas awal' },
        },
        {
          ...(await chosen()),
          ...lesson('2', '16:00', '17:00', 'Bilik 2'),
          ...{ capacity: '20', session_minutes: '60', sessions_per_month: '8' },
          ...{ min_age: '8', max_age: '10', starts_on: '2026-02-02', ends_on: '2026-12-31' },
          ...{ description: 'Akhir', name_my: 'Kelas akhir' },
        },
      ]
    },
    apart: ['name_en'],
    hinderless: {
      'billed_fee.subject_id': 'of a line, whose fee is counted',
      'class_session.subject_id': 'counted once somebody has touched it',
      'pay_sheet_line.subject_id': 'of a session, which is counted',
      'trainer_rate.subject_id': 'of sessions, which are counted',
      'subject_schedule.subject_id': 'its own week, which goes with it',
      'subject_trainer.subject_id': 'its own choice, which goes with it',
    },
    together: ['program_id', 'module_id'],
    use: (trx, subject_id) => enrolment(trx, { subject_id }),
  },
}
