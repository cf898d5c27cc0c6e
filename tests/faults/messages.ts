import type { Fault } from './fault.ts'

/** Announcements and alerts: who gets them, what they cost, that each leaves once, and message credits. */
export const messageFaults: readonly Fault[] = [
  {
    about: 'A message that was delivered fails by a late report, and its credits come back',
    file: 'app/domain/messaging/delivery/apply-report.ts',
    find: "sql<boolean>`(status in ('sending','sent') or (status = 'queued'",
    replace: "sql<boolean>`(status in ('sending','sent','delivered') or (status = 'queued'",
    tests: ['delivery/apply-report'],
  },
  {
    about: 'A run that goes on after a cut spends the reservation once more',
    file: 'app/domain/messaging/announcements/send-announcement.ts',
    find: 'budget: row.reserved_credits - spent',
    replace: 'budget: row.reserved_credits + 0 * spent',
    tests: ['announcements/announcement.db'],
  },
  {
    about: 'What a manager of one branch sends goes to all branches',
    file: 'app/domain/messaging/announcements/send-announcement.ts',
    find: 'audienceOf(trx, row.reach as unknown as RowScope,',
    replace: 'audienceOf(trx, everywhere,',
    tests: ['announcements/announcement.db'],
  },
  {
    about: 'Every parent of an absent child is told, and not only who pays',
    file: 'app/domain/messaging/absences/alert-absences.ts',
    find: "        .on('student_parent.is_payer', '=', sql<boolean>`true`),\n",
    replace: '',
    tests: ['absences/absences'],
  },
  {
    about: 'A file of an announcement is open to families that did not get it',
    file: 'app/domain/messaging/inbox/family-messages.ts',
    find: "        .where('message.parent_id', 'in', reachedParents(db, scope).select('parent.id')),\n    )",
    replace: '    )',
    tests: ['inbox/family-messages'],
  },
  {
    about: 'A reminder leaves by SMS to a family that opted out of it',
    file: 'app/domain/payments/reminders/send-reminder.ts',
    find: "sql.ref('parent.id'), 'sms').as('no_sms')",
    replace: "sql.ref('parent.id'), 'email').as('no_sms')",
    tests: ['reminders-by-sms.db'],
  },
]
