import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith, scopeOf } from '#app/domain/core/access/access.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { type NoticeNoun, quietMinutesOf } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { notifiableAccounts, personOf, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { toDos } from '#app/domain/reporting/dashboards/to-do.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'

const toDoOf = (noun: NoticeNoun) => toDos.find(({ key }) => key === noun)!

/** Accounts whose role may decide of it, whatever the branch. */
const decidersOf = (db: Kysely<DB>, noun: NoticeNoun) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${rolesWith(toDoOf(noun).permission)}::text[]`)

/** Who asked, in the table of each kind; an e-invoice to correct is asked by nobody. */
const askedBy = (noun: NoticeNoun) => {
  if (noun === 'drawer') return sql`select id from cash_drawer where counted_by`
  return noun === 'einvoice'
    ? sql`select null::uuid from (select null::uuid as asker) as none where asker`
    : sql`select id from ${sql.table(noun)} where requested_by`
}

/**
 * What of a kind waits for a person, as on their list, without what they asked for themselves. `id`: that one only.
 */
async function waitingFor(db: Kysely<DB>, noun: NoticeNoun, user_id: string, id?: string): Promise<number> {
  const person = await personOf(db, user_id)
  const toDo = toDoOf(noun)
  const scope = person && scopeOf(person.actor.roles, toDo.view)
  if (!scope || !scopeOf(person.actor.roles, toDo.permission)) return 0
  const { branch_ids, parent_id, roles } = person.actor
  const reader = {
    ...{ scope: { scope, user_id, branch_ids, parent_id }, roles },
    today: todayIn(await databaseTime(db)),
  }
  const { count } = await db
    .selectFrom(toDo.rows(db, reader).as('waiting'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`waiting.id not in (${askedBy(noun)} = ${user_id}::uuid)`)
    .$if(id !== undefined, (rows) => rows.where(sql<boolean>`waiting.id = ${id}::uuid`))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Plans a mail to each person who may decide of a request in its branch. One mail in an hour about a kind, in half a day
 * about what families bring: a mail that is planned already covers this request as well. Runs after the request is
 * committed, so that a planned mail counts it.
 */
export async function planNotices(trx: Transaction<DB>, noun: NoticeNoun, id: string): Promise<void> {
  for (const { id: user_id } of await decidersOf(trx, noun).orderBy('id').execute()) {
    if ((await waitingFor(trx, noun, user_id, id)) === 0) continue
    const planned = await trx
      .insertInto('decider_notice')
      .values({ user_id, noun, mail_at: sql<Date>`now()` })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'noun'])
          .doUpdateSet({
            mail_at: sql<Date>`greatest(now(), decider_notice.mail_at
              + make_interval(mins => ${sql.lit(quietMinutesOf(noun))}))`,
          })
          .where('decider_notice.mail_at', '<=', sql<Date>`now()`),
      )
      .returning('mail_at')
      .executeTakeFirst()
    if (planned) await enqueue(trx, 'request.mail', { user_id, noun }, planned.mail_at)
  }
}

/** What waits for the decision of one person, of one kind. Not sent when others have decided of it by then. */
export const deciderLetter = defineLetter<'request.mail', { noun: NoticeNoun; count: number }>({
  list: 'request',
  async load(trx, { user_id, noun }) {
    const count = await waitingFor(trx, noun, user_id)
    return count > 0 ? { noun, count } : undefined
  },
  to: (trx, { user_id, noun }) => recipientAmong(decidersOf(trx, noun), user_id),

  compose({ noun, count }, { t, origin, organisation, reader }) {
    const { name, lines } = senderOf(organisation)
    const { list, search } = toDoOf(noun)
    const corrects = noun === 'einvoice'
    const what = `${count} ${t(`dashboard.waiting.${noun}`, { count })}`
    return {
      subject: t('mail.request.subject', { what, organisation: name }),
      greeting: greetingOf(reader, t),
      paragraphs: [t(corrects ? 'mail.request.correct' : 'mail.request.text', { what, organisation: name })],
      facts: [],
      action: {
        label: t('mail.request.see'),
        url: origin + paths.listed(list, String(new URLSearchParams(search))),
      },
      sender: lines,
      note: t(corrects ? 'mail.request.correct_why' : 'mail.request.why', { organisation: name }),
    }
  },
})
