import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { archiveLetter } from '#app/domain/reporting/archives/archive-letter.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { savedReportLetter } from '#app/domain/reporting/saved-reports/report-letter.ts'

/** Letters about archives and saved reports; the name is whatever somebody called one. */
export const reportingLetters = (
  name: string,
  setting: LetterSetting,
): Record<string, Record<string, Letter>> => ({
  ...archiveLetters(setting),
  ...savedReports(name, setting),
})

const id = '0198f000-0000-7000-8000-000000000001'

/** Letters about archives that are ready, each in every case that has words of its own. */
function archiveLetters(setting: LetterSetting): Record<string, Record<string, Letter>> {
  const ready = {
    ...{ id: '0198f000-0000-7000-8000-000000000001', expires_at: new Date('2026-12-30T04:00:00Z') },
    ...{ kind: 'family', for_office: false, starts_on: null, ends_on: null, differences: null },
  }
  const year = { ...ready, kind: 'year', starts_on: '2025-01-01', ends_on: '2025-12-31' }
  const cases = {
    'archive of a year that ties': { ...year, differences: 0 },
    'archive of a year with a difference': { ...year, differences: 1 },
    'archive of a year with differences': { ...year, differences: 2 },
    'data of a family': ready,
    'data of a family for the office': { ...ready, for_office: true },
  }
  return {
    archiveLetter: Object.fromEntries(
      Object.entries(cases).map(([name, content]) => [name, archiveLetter.compose(content, setting)]),
    ),
  }
}

/** Letters with a saved report; the name is whatever somebody called it. */
function savedReports(name: string, setting: LetterSetting): Record<string, Record<string, Letter>> {
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
