import { type Kysely, sql } from 'kysely'

/** Where a program is held: in all branches, unless some are named. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table program_branch (
  program_id uuid not null,
  branch_id uuid not null,
  constraint program_branch_pkey primary key (program_id, branch_id),
  constraint program_branch_program_id_fkey foreign key (program_id) references program (id) on delete cascade,
  constraint program_branch_branch_id_fkey foreign key (branch_id) references branch (id)
);
create index program_branch_branch_id_idx on program_branch (branch_id);

alter table program add constraint program_dates_check check (starts_on <= ends_on);
`)
    .execute(db)
}
