import { type Kysely, sql } from 'kysely'

/**
 * What became of a student is written in the place of what was planned: no index holds it, and a page has room for it, so that
 * none of the others is written anew. The index by result was a copy of the one by position, in which a run goes on anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index generation_student_result_idx;
alter table generation_student set (fillfactor = 50);
`)
    .execute(db)
}
