/** Staff who may take some report away, and so open reports: everybody but parents. */
export const reportReaders = {
  any: [
    ...(['report_money.print', 'report_generation.print', 'report_student.print'] as const),
    ...(['report_attendance.print', 'report_branch_money.print', 'report_branch_subject.print'] as const),
    'report_trainer.print',
  ],
} as const
