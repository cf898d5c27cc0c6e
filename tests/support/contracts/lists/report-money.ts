import { invoiceReportList } from '#app/domain/reporting/reports/money/invoice-list.ts'
import { invoiceYearlyList } from '#app/domain/reporting/reports/money/invoice-yearly.ts'
import { paymentReportList } from '#app/domain/reporting/reports/money/payment-list.ts'
import { paymentMonthlyList } from '#app/domain/reporting/reports/money/payment-monthly.ts'
import { paymentYearlyList } from '#app/domain/reporting/reports/money/payment-yearly.ts'
import { programRemark } from '../report-money-rows.ts'
import { day, earlier, text } from '../told.ts'
import { ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the reports of money. */
export function moneyReportLists() {
  const isOfProgram = ({ remark }: { remark: string | null }) => remark === programRemark
  /** Of the students the one at the far branch, whose money is the only donation. */
  const isFar = ({ kind, name }: { kind: string | null; name: unknown }) => kind === 'infaq' || name === text

  ofTenant(
    paymentReportList,
    () => ({
      from: [day, ({ booked_on }) => booked_on >= day],
      to: [earlier, ({ booked_on }) => booked_on < day],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      method: ['fpx', ({ method }) => method === 'fpx'],
      program_id: [rows().program.id, isOfProgram],
      clerk: [rows().head.id, ({ clerk }) => clerk !== null],
      source: ['infaq', ({ source }) => source === 'infaq'],
      movement: ['reversed', ({ movement }) => movement === 'reversed'],
      student_id: [rows().reportedStudent.id, isOfProgram],
      fee_category_id: [rows().charged.id, isOfProgram],
      part: ['infaq', ({ source }) => source === 'infaq'],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    paymentMonthlyList,
    () => ({
      year: ['2025', ({ month }) => month < '2026'],
      month: ['03', ({ month }) => month.endsWith('-03')],
      by: ['category', () => true],
      branch_id: [rows().far.id, isFar],
      program_id: [rows().program.id, ({ name }) => name === text],
    }),
    (row) => !isFar(row),
  )

  ofTenant(
    paymentYearlyList,
    () => ({
      year: ['2025', ({ year }) => year === '2025'],
      branch_id: [rows().far.id, ({ kind, student }) => isFar({ kind, name: student })],
      program_id: [rows().program.id, ({ student }) => student === text],
    }),
    ({ kind, student }) => !isFar({ kind, name: student }),
  )

  ofTenant(
    invoiceReportList,
    () => ({
      from: [day, ({ issued_on }) => issued_on! >= day],
      to: [earlier, ({ issued_on }) => issued_on! < day],
      status: ['outstanding', ({ status }) => status === 'unpaid' || status === 'overdue'],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      program_id: [rows().program.id, isOfProgram],
      subject_id: [rows().taught.id, isOfProgram],
      age: ['not_due', ({ age }) => age === 'not_due'],
      student_id: [rows().reportedStudent.id, isOfProgram],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    invoiceYearlyList,
    () => ({
      year: ['2025', ({ year }) => year === '2025'],
      figure: ['paid', () => true],
      branch_id: [rows().far.id, ({ student }) => student === text],
      program_id: [rows().program.id, ({ student_id }) => student_id === rows().reportedStudent.id],
    }),
    ({ student }) => student !== text,
  )
}
