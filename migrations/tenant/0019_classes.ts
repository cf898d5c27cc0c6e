import { type Kysely, sql } from 'kysely'

/** When and where a class is held, who takes it in the first place, whom it is for, and that it may be over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table subject
  add column waitlist boolean not null default false,
  add column min_age integer,
  add column max_age integer,
  -- the last day of a class that is over
  add column closed_on date;
update subject set closed_on = coalesce(ends_on, current_date) where status = 'closed';
alter table subject
  add constraint subject_age_check check (min_age <= max_age),
  add constraint subject_dates_check check (starts_on <= ends_on),
  add constraint subject_closed_on_check check ((closed_on is not null) = (status = 'closed'));
create index subject_program_id_idx on subject (program_id);
create index subject_module_id_idx on subject (module_id);
create index subject_branch_id_idx on subject (branch_id);

alter table subject_trainer drop constraint subject_trainer_duty_check;
alter table subject_trainer add constraint subject_trainer_duty_check check (duty in ('main','trainer','assistant'));
update subject_trainer set duty = 'main' where duty = 'trainer' and not exists (
  select from subject_trainer other where other.subject_id = subject_trainer.subject_id
    and other.duty = 'trainer' and other.user_id <> subject_trainer.user_id);
create unique index subject_trainer_main_key on subject_trainer (subject_id) where duty = 'main';

-- A week of a class; no two of its times overlap.
create table subject_schedule (
  subject_id uuid not null,
  weekday integer not null,
  starts time not null,
  ends time not null,
  room text,
  constraint subject_schedule_pkey primary key (subject_id, weekday, starts),
  constraint subject_schedule_subject_id_fkey foreign key (subject_id) references subject (id) on delete cascade,
  constraint subject_schedule_weekday_check check (weekday between 1 and 7),
  constraint subject_schedule_ends_check check (starts < ends)
);
create index subject_schedule_weekday_idx on subject_schedule (weekday, starts);

alter table enrolment drop constraint enrolment_status_check;
alter table enrolment add constraint enrolment_status_check check (status in ('active','paused','waitlisted','ended'));
-- Who sits in a class is counted for each class of a list.
create index enrolment_seat_idx on enrolment (subject_id, status, starts_on, ends_on) where status <> 'ended';
`)
    .execute(db)
}
