import type { Fault } from './fault.ts'

/** Reports: that figures agree, and that a mail reaches only who may read it, once. */
export const reportFaults: readonly Fault[] = [
  {
    about: 'What lies beyond the groups that are read is in no sub-total',
    file: 'app/domain/core/lists/read-list.ts',
    find: 'groups, rest: rest.total > 0 ? rest : undefined }',
    replace: 'groups, rest: undefined }',
    tests: ['tests/reports.db'],
  },
  {
    about: 'A saved report is mailed before its day, where it is shared',
    file: 'app/domain/reporting/saved-reports/plan-mails.ts',
    find: "`(saved_report.is_shared or (owner.deleted_at is null and owner.status = 'active'))`",
    replace: "`saved_report.is_shared or (owner.deleted_at is null and owner.status = 'active')`",
    tests: ['handlers/saved-reports.db'],
  },
  {
    about: 'Who lost the right to a report after its mail was asked for gets it all the same',
    file: 'app/domain/reporting/saved-reports/find-saved-reports.ts',
    find: '  if (!scope) return undefined\n',
    replace:
      "  if (!scope) return { scope: { scope: 'all', user_id, branch_ids: [], parent_id: null }, roles, today }\n",
    tests: ['handlers/saved-reports.db'],
  },
  {
    about: 'A mailed file that was made with other rights is used again',
    file: 'app/domain/reporting/saved-reports/report-letter.ts',
    find: 'JSON.stringify([saved_report_id, user_id, month, parameters, spokenAs(locale, labels)])',
    replace: 'JSON.stringify([saved_report_id, user_id, month, format, spokenAs(locale, labels)])',
    tests: ['handlers/saved-reports.db'],
  },
]
