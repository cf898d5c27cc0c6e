import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { subjectsIn } from './find-subjects.ts'

/** A time of a class at which its room, or some of its people, are taken by another active class. */
export interface Clash {
  weekday: number
  /** Of the time that both have. */
  starts: string
  ends: string
  room: string | null
  /** Names. */
  people: string | null
  /** Null for a reader whom the other class does not concern. */
  other: { id: string; code: string; name: string } | null
}

/**
 * Where an active class takes a room of its branch, or people, that another active class has at the same time; classes
 * of which one is over before the other begins do not meet.
 */
export async function clashesOf(db: Kysely<DB>, scope: RowScope, id: string): Promise<Clash[]> {
  const { rows } = await sql<
    Omit<Clash, 'other'> & { id: string; code: string; name: string; known: boolean }
  >`
    select * from (
      select mine.weekday,
        to_char(greatest(mine.starts, theirs.starts), 'HH24:MI') as starts,
        to_char(least(mine.ends, theirs.ends), 'HH24:MI') as ends,
        case when lower(mine.room) = lower(theirs.room) and other.branch_id = own.branch_id then mine.room end as room,
        (select string_agg(user_account.name, ', ' order by user_account.name)
          from subject_trainer here
          join subject_trainer there on there.user_id = here.user_id and there.subject_id = other.id
          join user_account on user_account.id = here.user_id
          where here.subject_id = own.id) as people,
        other.id, other.code, other.name,
        other.id in (${subjectsIn(db, scope).select('subject.id')}) as known
      from subject own
      join subject_schedule mine on mine.subject_id = own.id
      join subject_schedule theirs on theirs.subject_id <> own.id and theirs.weekday = mine.weekday
        and theirs.starts < mine.ends and mine.starts < theirs.ends
      join subject other on other.id = theirs.subject_id and other.status = 'active' and other.deleted_at is null
        and coalesce(other.starts_on <= own.ends_on, true) and coalesce(own.starts_on <= other.ends_on, true)
      where own.id = ${id} and own.status = 'active'
    ) as met
    where room is not null or people is not null
    order by weekday, starts, code`.execute(db)
  return rows.map(({ id, code, name, known, ...met }) => ({
    ...met,
    other: known ? { id, code, name } : null,
  }))
}
