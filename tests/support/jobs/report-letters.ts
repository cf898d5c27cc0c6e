import { type Letter, type LetterSetting } from '#app/domain/core/letters/letter.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { savedReportLetter } from '#app/domain/reporting/saved-reports/report-letter.ts'

const id = '0198f000-0000-7000-8000-000000000001'

/** Letters with a saved report; the name is whatever somebody called it. */
export function reportLetters(name: string, setting: LetterSetting): Record<string, Record<string, Letter>> {
  const mail = {
    ...{ saved_report_id: id, user_id: id, month: '2026-11-01', name },
    report: reportNamed('report/payment/paymentList')!,
    query: 'from=2026-10-01&to=2026-10-31',
    gone: [],
    reader: {
      ...{ roles: ['superadmin' as const], today: '2026-11-01' },
      scope: { scope: 'all' as const, user_id: id, branch_ids: [], parent_id: null },
    },
  }
  return {
    savedReportLetter: {
      'saved report': savedReportLetter.compose(mail, setting),
      'saved report with a filter that is gone': savedReportLetter.compose(
        { ...mail, gone: ['collection.branch'] },
        setting,
      ),
    },
  }
}
