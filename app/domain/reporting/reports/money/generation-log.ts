import { generationLog } from '#app/domain/billing/generations/find-generations.ts'
import { defineReport, type Source } from '#app/domain/reporting/reports/report.ts'

interface Run {
  id: string
  undone_at: Date | null
}

/** The students of a run; none once it is undone, since its log keeps what it had billed. */
const studentsOf = ({ id, undone_at }: Run, result?: string, sum?: string): Source | undefined =>
  undone_at
    ? undefined
    : { list: 'generation-student', search: { generation: id, result }, ...(sum ? { sum } : {}) }

export const generationReport = defineReport({
  ...{ list: generationLog, group: 'billing', subtitle: 'generation.log_hint' },
  period: 'span',
  groups: ['status', 'trigger', 'by', 'month'],
  sources: {
    considered: (run) => studentsOf(run),
    created: (run) => studentsOf(run, 'created'),
    skipped: (run) => studentsOf(run, 'skipped'),
    failed: (run) => studentsOf(run, 'failed'),
    total_sen: (run) => studentsOf(run, undefined, 'total_sen'),
  },
})
