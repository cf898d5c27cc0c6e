import type { z } from 'zod'
import { branchForm } from '#app/domain/branches/branch-form.ts'
import { usesOfBranch } from '#app/domain/branches/change-branch.server.ts'
import { categoryForm } from '#app/domain/categories/category-form.ts'
import { usesOfCategory } from '#app/domain/categories/change-category.server.ts'
import { usesOfDepartment } from '#app/domain/departments/change-department.server.ts'
import { departmentForm } from '#app/domain/departments/department-form.ts'
import type { Uses } from '#app/domain/kept-rows.server.ts'
import { usesOfModule } from '#app/domain/modules/change-module.server.ts'
import { moduleForm } from '#app/domain/modules/module-form.ts'
import type { KeptNoun } from '#app/domain/nouns.ts'
import { usesOfProgram } from '#app/domain/programs/change-program.server.ts'
import { programForm } from '#app/domain/programs/program-form.ts'
import {
  branch,
  department,
  module,
  next,
  program,
  student,
  subject,
  type Trx,
  user,
} from '../database/factories.ts'

/** The fields of a form as a browser sends them. */
export type Sent = Record<string, string>

/** What the tests that every kept noun stands need to know of one. */
export interface KeptExample {
  form: z.ZodObject
  /** The least that the form takes, with a code that is free; a choice that is demanded names a row that nobody has. */
  least(): Sent
  /** Every field but code and name, twice: no field says the same in both. */
  all(trx: Trx): Promise<readonly [Sent, Sent]>
  /** What makes it in use, as its verb of removing counts it. */
  uses: Uses
  /** Other columns that refer to it, as table.column, and why they hinder nobody from removing it. */
  hinderless?: Record<string, string>
  /** Makes something that uses it. */
  use(trx: Trx, id: string): Promise<unknown>
}

export const keptExamples: Record<KeptNoun, KeptExample> = {
  branch: {
    form: branchForm,
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
    uses: usesOfBranch,
    hinderless: { 'cancel_request.branch_id': 'of an invoice or a payment, which is counted' },
    use: (trx, branch_id) => student(trx, { branch_id }),
  },
  category: {
    form: categoryForm,
    least: () => ({ code: `K${next()}`, name: 'Tahap baru', kind: 'level' }),
    all: async () => [
      { kind: 'age', min_age: '7', max_age: '9', description: 'Awal' },
      { kind: 'stream', min_age: '8', max_age: '10', description: 'Akhir' },
    ],
    uses: usesOfCategory,
    use: (trx, category_id) => subject(trx, { category_id }),
  },
  department: {
    form: departmentForm,
    least: () => ({ code: `J${next()}`, name: 'Jabatan baru' }),
    all: async (trx) => {
      const choice = async (description: string) => ({
        head_staff_id: (await user(trx)).staff!.id,
        branch_id: (await branch(trx)).id,
        description,
      })
      return [await choice('Awal'), await choice('Akhir')]
    },
    uses: usesOfDepartment,
    use: (trx, department_id) => program(trx, { department_id }),
  },
  module: {
    form: moduleForm,
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
    uses: usesOfModule,
    use: (trx, module_id) => subject(trx, { module_id }),
  },
  program: {
    form: programForm,
    least: () => ({ code: `P${next()}`, name: 'Program baru', sort_order: '0' }),
    all: async (trx) => [
      {
        ...{ department_id: (await department(trx)).id, branch_ids: (await branch(trx)).id },
        ...{ level: 'Rendah', duration_months: '6' },
        ...{ starts_on: '2026-01-05', ends_on: '2026-06-30', public_registration: 'on' },
        ...{ sort_order: '1', description: 'Awal' },
      },
      {
        ...{ department_id: (await department(trx)).id, branch_ids: (await branch(trx)).id },
        ...{ level: 'Menengah', duration_months: '12' },
        ...{ starts_on: '2026-02-02', ends_on: '2026-12-31', sort_order: '2', description: 'Akhir' },
      },
    ],
    uses: usesOfProgram,
    hinderless: { 'program_branch.program_id': 'its own choice, which goes with it' },
    use: (trx, program_id) => module(trx, { program_id }),
  },
}
