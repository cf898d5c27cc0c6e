import { type Kysely, sql } from 'kysely'

/** Which of the organisation's own questions a paper answers is kept in each language in which it was asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- by language; so far it was one, and whoever reads another is told that
alter table application_document alter column question type jsonb using jsonb_build_object('en', question, 'my', question);
update application_document set question = null where question->>'en' is null;
`)
    .execute(db)
}
