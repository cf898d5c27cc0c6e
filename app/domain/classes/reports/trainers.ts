import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { trainerChoices } from '#app/domain/classes/attendance/choices.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { onDay, oneEntry } from '#app/domain/core/lists/filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { DB } from '#db/types.ts'

/** What a trainer held in a month. */
export interface TrainerMonth {
  /** Account and month. */
  id: string
  trainer: string
  /** `2026-01` */
  month: string
  /** Confirmed ones, make-up sessions included. */
  sessions: number
  /** How long these took. */
  minutes: number
  makeup: number
  cancelled: number
  /** Over, and not confirmed yet. */
  unconfirmed: number
}

const isStaff = ({ scope }: Reader) => scope.scope !== 'own'

/** What each trainer held, month by month, the latest first: the paper from which they are paid, and no amount on it. */
export const trainerReport = tenantList<TrainerMonth>()({
  name: 'report/trainer/attendance',
  title: 'attendance_report.trainer',
  access: { view: 'report_trainer.view', print: 'report_trainer.print' },
  columns: [
    { key: 'trainer', label: 'attendance.trainer', room: 'who', sort: true },
    { key: 'month', label: 'attendance_report.month', kind: 'month', sort: true },
    { key: 'sessions', label: 'attendance_report.sessions', kind: 'count', total: true, sort: true },
    {
      key: 'minutes',
      label: 'attendance_report.hours',
      kind: 'duration',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'makeup', label: 'attendance_report.makeup', kind: 'count', room: 'table', total: true },
    { key: 'cancelled', label: 'attendance_report.cancelled', kind: 'count', room: 'table', total: true },
    { key: 'unconfirmed', label: 'attendance_report.unconfirmed', kind: 'count', room: 'wide', total: true },
  ],
  filters: {
    from: onDay('attendance.from', { until: 'to' }),
    to: onDay('attendance.to'),
    branch_id: oneEntry('attendance.branch', (db, { scope }: Reader) => branchChoices(db, scope), {
      when: isStaff,
    }),
    trainer_id: oneEntry('attendance.trainer', (db, { scope }: Reader) => trainerChoices(db, scope), {
      when: isStaff,
    }),
  },
  defaultSort: '-month',
  query(db, { scope, today }, { q, from, to, branch_id, trainer_id }) {
    let query = heldBy(db, scope, today)
    if (from) query = query.where('class_session.held_on', '>=', from)
    if (to) query = query.where('class_session.held_on', '<=', to)
    if (branch_id) query = query.where('class_session.branch_id', '=', branch_id)
    if (trainer_id) query = query.where('class_session.trainer_user_id', '=', trainer_id)
    return q ? query.where((eb) => contains(eb, q, ['user_account.name'])) : query
  },
})

const month = sql<string>`to_char(class_session.held_on, 'YYYY-MM')`

function heldBy(db: Kysely<DB>, scope: RowScope, today: string) {
  const reached =
    scope.scope === 'own'
      ? sessionsIn(db, everywhere).where('class_session.trainer_user_id', '=', scope.user_id)
      : sessionsIn(db, scope)
  return reached
    .innerJoin('user_account', 'user_account.id', 'class_session.trainer_user_id')
    .where(
      sql<boolean>`(class_session.status in ('confirmed', 'cancelled') or class_session.held_on < ${today}::date)`,
    )
    .groupBy(['user_account.id', 'user_account.name', month])
    .select([
      sql<string>`user_account.id::text || ':' || ${month}`.as('id'),
      'user_account.name as trainer',
      month.as('month'),
      sql<number>`(count(*) filter (where class_session.status = 'confirmed'))::int`.as('sessions'),
      sql<number>`coalesce(sum(class_session.minutes) filter (where class_session.status = 'confirmed'), 0)::int`.as(
        'minutes',
      ),
      sql<number>`(count(*) filter (where class_session.status = 'confirmed' and class_session.kind = 'makeup'))::int`.as(
        'makeup',
      ),
      sql<number>`(count(*) filter (where class_session.status = 'cancelled'))::int`.as('cancelled'),
      sql<number>`(count(*) filter (where class_session.status in ('planned', 'open') and class_session.held_on < ${today}::date))::int`.as(
        'unconfirmed',
      ),
    ])
}
