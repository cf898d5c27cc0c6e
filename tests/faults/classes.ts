import type { Fault } from './fault.ts'

/** Sessions of classes: who takes part, marks, percentages, leave, what a trainer is paid and a family charged for them. */
export const classFaults: readonly Fault[] = [
  {
    about: 'A class without a rate of its own pays the general monthly rate once more',
    file: 'app/domain/classes/pay/rates.ts',
    find: ': ownRate(rates, last, subject_id)',
    replace: ': rateOn(rates, last, subject_id)',
    tests: ['pay/rates'],
  },
  {
    about: 'A session of a paid sheet that was re-opened is not taken back any more',
    file: 'app/domain/classes/pay/due.ts',
    find: "pay_sheet.status in ('approved', 'paid')",
    replace: "pay_sheet.status = 'approved'",
    tests: ['pay/pay-sheet.db'],
  },
  {
    about: 'The bank file pays sheets again that are paid already',
    file: 'app/domain/classes/pay/change-pay-sheet.ts',
    find: ".where('pay_sheet.status', '=', 'approved')\n    .where('pay_sheet.total_sen', '>', 0)",
    replace:
      ".where('pay_sheet.status', 'in', ['approved', 'paid'])\n    .where('pay_sheet.total_sen', '>', 0)",
    tests: ['pay/pay-sheet.db'],
  },
  {
    about: 'A manager of one branch sees the pay of trainers of another',
    file: 'app/domain/classes/pay/find-pay-sheets.ts',
    find: 'where staff.user_id = pay_sheet.trainer_user_id and staff_branch.branch_id = any(${branch_ids}::uuid[]))`',
    replace: 'where staff_branch.branch_id = any(${branch_ids}::uuid[]))`',
    tests: ['pay/pay-sheet.db'],
  },
  {
    about: 'A trainer opens a confirmed session of any day again',
    file: 'app/domain/classes/marking/mark-session.ts',
    find: "  if (!mayChangeOn(actor.roles, session.held_on, todayIn(await databaseTime(trx))))\n    throw await refusalOf(trx, session, actor, 'window')\n  const { numUpdatedRows }",
    replace: '  const { numUpdatedRows }',
    tests: ['marking/marking.db'],
  },
  {
    about: 'A family opens the medical paper of another',
    file: 'app/domain/classes/leave/find-leave.ts',
    find: "  const row = await leaveIn(db, scope)\n    .innerJoin('stored_file'",
    replace:
      "  void scope\n  const row = await db\n    .selectFrom('leave_request')\n    .innerJoin('stored_file'",
    tests: ['leave/leave.db'],
  },
]
