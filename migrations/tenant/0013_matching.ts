import { type Kysely, sql } from 'kysely'

/** What is evidence for whose money a transfer is: names that the office has confirmed, and every kind of CAMT message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- False while only the family has written the name, on a registration or in its profile.
alter table parent add column name_confirmed boolean not null default true;
alter table student add column name_confirmed boolean not null default true;

update parent set name_confirmed = false
where exists (select from audit_log where parent.user_id is not null and after ? 'name'
    and (action = 'profile.edited' and object_type = 'user_account' and object_id = parent.user_id::text
      or action = 'parent.edited' and object_type = 'parent' and object_id = parent.id::text
        and actor_id = parent.user_id))
  or exists (select from application_parent join application on application.id = application_parent.application_id
    where application_parent.parent_id = parent.id and application.channel in ('public','parent')
      and parent.created_at > application.submitted_at);

update student set name_confirmed = false
where exists (select from application_student join application on application.id = application_student.application_id
  where application_student.student_id = student.id and application.channel in ('public','parent')
    and student.created_at > application.submitted_at);

alter table bank_statement drop constraint bank_statement_format_check;
alter table bank_statement add constraint bank_statement_format_check
  check (format in ('csv','xlsx','mt940','camt052','camt053','camt054'));
`)
    .execute(db)
}
