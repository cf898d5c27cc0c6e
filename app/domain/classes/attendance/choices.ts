import { type Kysely, sql } from 'kysely'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { trainersIn } from '#app/domain/people/trainers/find-trainers.ts'
import type { DB } from '#db/types.ts'

/** Classes that have sessions in scope, by name; ended ones, too, since what was held in them is still asked for. */
export function subjectChoices(db: Kysely<DB>, scope: RowScope, chosen?: string) {
  return db
    .selectFrom('subject')
    .select(['subject.id', 'subject.name'])
    .where('subject.deleted_at', 'is', null)
    .where(({ or, eb, exists }) =>
      or([
        ...(chosen ? [eb('subject.id', '=', chosen)] : []),
        exists(
          sessionsIn(db, scope)
            .where('class_session.subject_id', '=', sql.ref<string>('subject.id'))
            .select('class_session.id'),
        ),
      ]),
    )
    .orderBy('subject.name')
    .orderBy('subject.id')
    .limit(500)
    .execute()
}

/** Trainers in scope by the id of their account, by name. */
export function trainerChoices(db: Kysely<DB>, scope: RowScope) {
  return trainersIn(db, scope)
    .select(['trainer.user_id as id', 'trainer.name'])
    .orderBy('trainer.name')
    .orderBy('trainer.id')
    .limit(500)
    .execute()
}
