import { type Kysely, sql } from 'kysely'
import { addMonths } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { monthsBack } from './pay-sheet.ts'
import {
  type DatedRate,
  type DueLine,
  dueLines,
  type GivenSession,
  type PayType,
  type Rates,
  rateOn,
  sessionPay,
} from './rates.ts'

/** What a trainer was ever promised, from oldest to newest. */
export async function ratesOf(db: Kysely<DB>, trainer_ids: readonly string[]): Promise<Map<string, Rates>> {
  const usual = await db
    .selectFrom('trainer')
    .select(['id', 'pay_rate_sen'])
    .select(sql<PayType | null>`pay_type`.as('pay_type'))
    .where('id', 'in', [...trainer_ids])
    .execute()
  const dated = await db
    .selectFrom('trainer_rate')
    .select(['trainer_id', 'subject_id', 'rate_sen', 'starts_on', 'ends_on'])
    .select(sql<PayType>`pay_type`.as('pay_type'))
    .where('trainer_id', 'in', [...trainer_ids])
    .orderBy('starts_on')
    .execute()
  return new Map(
    usual.map(({ id, pay_type, pay_rate_sen }) => [
      id,
      {
        dated: dated.filter(({ trainer_id }) => trainer_id === id) as DatedRate[],
        usual: pay_type && pay_rate_sen !== null ? { pay_type, rate_sen: pay_rate_sen } : null,
      },
    ]),
  )
}

interface TrainerSession extends GivenSession {
  trainer_id: string
}

/**
 * The confirmed sessions that the sheets of a month pay: those of the month that no other sheet has, and earlier ones that were
 * confirmed when the sheet of their own month had left the draft already. Drafts of other trainers do not count: they let go.
 */
export async function payableSessions(
  db: Kysely<DB>,
  month: string,
  trainer_ids: readonly string[],
): Promise<TrainerSession[]> {
  const { rows } = await sql<TrainerSession>`
    select trainer.id as trainer_id, class_session.id, class_session.subject_id, class_session.held_on, class_session.minutes
    from class_session join trainer on trainer.user_id = class_session.trainer_user_id
    where trainer.id = any(${[...trainer_ids]}::uuid[]) and class_session.status = 'confirmed'
      and class_session.held_on < ${month}::date + interval '1 month'
      and class_session.held_on >= ${addMonths(month, -monthsBack)}
      and (class_session.held_on >= ${month} or exists (
        select from pay_sheet where pay_sheet.trainer_id = trainer.id and pay_sheet.status <> 'draft'
          and pay_sheet.month = date_trunc('month', class_session.held_on)))
      and not exists (
        select from pay_sheet_line as line join pay_sheet on pay_sheet.id = line.pay_sheet_id
        where line.session_id = class_session.id
          and not (pay_sheet.status = 'draft' and pay_sheet.trainer_id <> trainer.id)
          and not (pay_sheet.status in ('draft', 'submitted') and pay_sheet.trainer_id = trainer.id
            and pay_sheet.month = ${month}))
    order by class_session.held_on, class_session.starts, class_session.id`.execute(db)
  return rows
}

/** What a trainer's sheet of a month would say today. */
export async function dueOf(
  db: Kysely<DB>,
  month: string,
  trainer_id: string,
): Promise<{ lines: DueLine[]; unpriced: GivenSession[] }> {
  const [rates, sessions] = await Promise.all([
    ratesOf(db, [trainer_id]),
    payableSessions(db, month, [trainer_id]),
  ])
  return dueLines(month, rates.get(trainer_id)!, sessions)
}

/** A session whose pay on fixed sheets is not what it is worth by now. */
export interface PayDifference {
  session_id: string
  subject: string
  held_on: string
  starts: string
  status: string
  /** What all sheets of the trainer pay for it together, corrections included, and what it is worth now; in sen. */
  paid_sen: number
  worth_sen: number
}

interface Touched extends Omit<PayDifference, 'worth_sen'> {
  trainer_id: string
  subject_id: string
  minutes: number
  is_theirs: boolean
}

/**
 * Sessions that were re-opened, cancelled, given by somebody else or of another length after they were paid: for each trainer
 * what is to be taken back or added. Rates that were changed afterwards move nothing: a session is paid by the rate that its
 * line has, or, for whom it is new, by the one of its day.
 */
export async function payDifferences(
  db: Kysely<DB>,
  trainer_id: string,
  month: string,
): Promise<PayDifference[]> {
  const { rows } = await sql<Touched & { line_type: PayType | null; line_rate: number | null }>`
    with paid as (
      select line.session_id from pay_sheet_line as line join pay_sheet on pay_sheet.id = line.pay_sheet_id
      where line.session_id is not null and pay_sheet.status in ('approved', 'paid')
        and (pay_sheet.trainer_id = ${trainer_id} or line.session_id in (
          select id from class_session where trainer_user_id = (select user_id from trainer where id = ${trainer_id})))
    ), own as (
      select coalesce(line.session_id, line.corrects_id) as session_id, sum(line.amount_sen)::bigint as sen,
        max(line.pay_type) filter (where line.kind = 'session') as line_type,
        max(line.rate_sen) filter (where line.kind = 'session') as line_rate
      from pay_sheet_line as line join pay_sheet on pay_sheet.id = line.pay_sheet_id
      where pay_sheet.trainer_id = ${trainer_id} and coalesce(line.session_id, line.corrects_id) is not null
      group by 1
    )
    select class_session.id as session_id, class_session.subject_id, class_session.minutes, class_session.held_on,
      class_session.starts, class_session.status, subject.name as subject, coalesce(own.sen, 0)::bigint as paid_sen,
      own.line_type, own.line_rate, ${trainer_id}::uuid as trainer_id,
      class_session.status = 'confirmed' and class_session.trainer_user_id is not distinct from
        (select user_id from trainer where id = ${trainer_id}) as is_theirs
    from paid join class_session on class_session.id = paid.session_id
      join subject on subject.id = class_session.subject_id
      left join own on own.session_id = class_session.id
    where class_session.held_on >= ${addMonths(month, -monthsBack)}
    order by class_session.held_on, class_session.starts, class_session.id`.execute(db)
  if (rows.length === 0) return []
  const rates = (await ratesOf(db, [trainer_id])).get(trainer_id)!
  return rows.flatMap(({ line_type, line_rate, subject_id, minutes, is_theirs, trainer_id: _, ...row }) => {
    const rate =
      line_type && line_rate !== null
        ? { pay_type: line_type, rate_sen: line_rate }
        : rateOn(rates, row.held_on, subject_id)
    const worth_sen = is_theirs && rate ? sessionPay(rate, minutes) : 0
    return worth_sen === row.paid_sen ? [] : [{ ...row, worth_sen }]
  })
}
