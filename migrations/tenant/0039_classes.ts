import { type Kysely, sql } from 'kysely'

/** An id in a constraint by ranges: Postgres compares a uuid there only with an extension that not every server has. */
const asAddress = (hex: string) => `(regexp_replace(${hex}, '(.{4})(?=.)', '\\1:', 'g')::inet) inet_ops`

/** Classes at work: sessions, who attended, leave that families ask for, and what trainers are paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Days on which the organisation, or one branch of it, holds no sessions, besides public holidays.
create table closure (
  id uuid not null,
  name text not null,
  starts_on date not null,
  ends_on date not null,
  branch_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint closure_pkey primary key (id),
  constraint closure_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint closure_name_check check (char_length(name) between 2 and 100),
  constraint closure_dates_check check (ends_on between starts_on and starts_on + 365)
);
create index closure_ends_on_idx on closure (ends_on);
create index closure_branch_id_idx on closure (branch_id);

-- One session of a class, on one day.
create table class_session (
  id uuid not null,
  subject_id uuid not null,
  -- Of the class when the session was planned.
  branch_id uuid not null,
  -- makeup: in place of a cancelled session, or for students who missed one.
  kind text not null default 'regular',
  -- The day and time that the schedule gave it, so that it is planned once, wherever it was moved; null for one added by hand.
  planned_on date,
  planned_starts time,
  held_on date not null,
  starts time not null,
  ends time not null,
  minutes integer not null generated always as ((extract(epoch from ends - starts) / 60)::integer) stored,
  room text,
  -- Who gives it; an account.
  trainer_user_id uuid,
  -- The planner left out what another session has at that time, until a person decides.
  clash text,
  -- Of a make-up session: the cancelled one that it replaces.
  replaces_id uuid,
  topic text,
  note text,
  status text not null default 'planned',
  -- A person moved or restored it: the planner leaves its day, time, room and trainer as they are.
  is_edited boolean not null default false,
  -- Opens this session from its printed register.
  register_code text not null default upper(right(gen_random_uuid()::text, 10)),
  opened_at timestamptz,
  opened_by uuid,
  confirmed_at timestamptz,
  confirmed_by uuid,
  reopened_at timestamptz,
  reopened_by uuid,
  reopen_reason text,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason text,
  -- Not by a person: of a closure of the organisation or a public holiday, of a changed schedule or the end of its class.
  -- Planned again when that is over.
  cancel_cause text,
  -- When the trainer was reminded to confirm it.
  reminded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint class_session_pkey primary key (id),
  constraint class_session_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint class_session_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint class_session_trainer_user_id_fkey foreign key (trainer_user_id) references user_account (id),
  constraint class_session_replaces_id_fkey foreign key (replaces_id) references class_session (id),
  constraint class_session_kind_check check (kind in ('regular','extra','makeup')),
  constraint class_session_status_check check (status in ('planned','open','confirmed','cancelled')),
  constraint class_session_planned_check check ((planned_on is null) = (planned_starts is null)),
  constraint class_session_times_check check (ends - starts between interval '15 minutes' and interval '480 minutes'),
  constraint class_session_replaces_check check (replaces_id is null or kind = 'makeup'),
  constraint class_session_clash_check check (clash in ('trainer','room','both')),
  constraint class_session_confirmed_check check ((confirmed_at is not null) = (status = 'confirmed')),
  constraint class_session_cancelled_check
    check ((cancelled_at is not null and cancel_reason is not null) = (status = 'cancelled')),
  constraint class_session_cause_check
    check (cancel_cause is null or (cancel_cause in ('closure','holiday','schedule','class') and status = 'cancelled')),
  -- A trainer and a room are at one place at a time.
  constraint class_session_trainer_excl exclude using gist (
    ${asAddress("replace(trainer_user_id::text, '-', '')")} with =,
    tsrange(held_on + starts, held_on + ends) with &&) where (status <> 'cancelled' and trainer_user_id is not null),
  constraint class_session_room_excl exclude using gist (
    ${asAddress('md5(branch_id::text || lower(room))')} with =,
    tsrange(held_on + starts, held_on + ends) with &&) where (status <> 'cancelled' and room is not null)
);
create unique index class_session_planned_key on class_session (subject_id, planned_on, planned_starts)
  where planned_on is not null;
create unique index class_session_register_code_key on class_session (register_code);
create unique index class_session_replaces_key on class_session (replaces_id) where status <> 'cancelled';
create index class_session_held_on_idx on class_session (held_on, starts);
create index class_session_subject_id_idx on class_session (subject_id, held_on);
create index class_session_trainer_user_id_idx on class_session (trainer_user_id, held_on);
create index class_session_branch_id_idx on class_session (branch_id, held_on);
create index class_session_unconfirmed_idx on class_session (held_on) where status in ('planned','open');

-- How each student attended a session: one row for each, as it counts now.
create table attendance_mark (
  session_id uuid not null,
  student_id uuid not null,
  mark text not null,
  -- Minutes after the start, of who came late.
  late_minutes integer,
  remark text,
  -- The missed session that this one makes up for.
  makeup_for_id uuid,
  -- Tries the class without being enrolled.
  is_trial boolean not null default false,
  -- When and by whom it was marked: on a phone without network, when it was tapped there.
  marked_at timestamptz not null,
  marked_by uuid not null,
  -- The entry that counts.
  entry_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint attendance_mark_pkey primary key (session_id, student_id),
  constraint attendance_mark_session_id_fkey foreign key (session_id) references class_session (id),
  constraint attendance_mark_student_id_fkey foreign key (student_id) references student (id),
  constraint attendance_mark_makeup_for_id_fkey foreign key (makeup_for_id) references class_session (id),
  constraint attendance_mark_marked_by_fkey foreign key (marked_by) references user_account (id),
  constraint attendance_mark_mark_check check (mark in ('present','late','absent','excused')),
  constraint attendance_mark_late_check check (late_minutes is null or (mark = 'late' and late_minutes between 1 and 480)),
  constraint attendance_mark_remark_check check (char_length(remark) <= 200)
);
create index attendance_mark_student_id_idx on attendance_mark (student_id);
-- A missed session is made up for once.
create unique index attendance_mark_makeup_key on attendance_mark (student_id, makeup_for_id)
  where makeup_for_id is not null and mark in ('present','late');

-- Every mark that was ever made, also one that did not win: two people may mark one session without network.
create table attendance_entry (
  -- Given by the phone, so that a mark sent twice is one.
  id uuid not null,
  session_id uuid not null,
  student_id uuid not null,
  mark text not null,
  late_minutes integer,
  remark text,
  makeup_for_id uuid,
  is_trial boolean not null default false,
  source text not null,
  marked_at timestamptz not null,
  marked_by uuid not null,
  received_at timestamptz not null default now(),
  -- Whether it counted when it arrived.
  won boolean not null,
  -- Why it can never count, such as that the session was confirmed before it arrived.
  reason text,
  constraint attendance_entry_pkey primary key (id),
  constraint attendance_entry_session_id_fkey foreign key (session_id) references class_session (id),
  constraint attendance_entry_student_id_fkey foreign key (student_id) references student (id),
  constraint attendance_entry_mark_check check (mark in ('present','late','absent','excused')),
  constraint attendance_entry_source_check check (source in ('form','phone','register'))
);
create index attendance_entry_session_id_idx on attendance_entry (session_id, student_id);

-- A family says in advance that a child will not come. Whether it is excused, whoever marks decides.
create table leave_request (
  id uuid not null,
  student_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  file_id uuid,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  version integer not null default 1,
  constraint leave_request_pkey primary key (id),
  constraint leave_request_student_id_fkey foreign key (student_id) references student (id),
  constraint leave_request_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint leave_request_dates_check check (ends_on between starts_on and starts_on + 60),
  constraint leave_request_reason_check check (char_length(reason) between 3 and 300)
);
create index leave_request_student_id_idx on leave_request (student_id, ends_on);
create index leave_request_starts_on_idx on leave_request (starts_on, ends_on);

-- That a family was told of an absence, once a day for a child.
create table absence_alert (
  student_id uuid not null,
  absent_on date not null,
  session_id uuid not null,
  created_at timestamptz not null default now(),
  constraint absence_alert_pkey primary key (student_id, absent_on),
  constraint absence_alert_student_id_fkey foreign key (student_id) references student (id),
  constraint absence_alert_session_id_fkey foreign key (session_id) references class_session (id)
);

-- What a trainer is paid in one class, or in all for which nothing else is said, from a day on; the rate of the trainer's own
-- row counts where none of these does.
create table trainer_rate (
  id uuid not null,
  trainer_id uuid not null,
  subject_id uuid,
  pay_type text not null,
  rate_sen bigint not null,
  starts_on date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint trainer_rate_pkey primary key (id),
  constraint trainer_rate_trainer_id_fkey foreign key (trainer_id) references trainer (id),
  constraint trainer_rate_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint trainer_rate_type_check check (pay_type in ('hour','session','month')),
  constraint trainer_rate_sen_check check (rate_sen between 0 and 10000000)
);
create unique index trainer_rate_day_key on trainer_rate (trainer_id, subject_id, starts_on) nulls not distinct;
create index trainer_rate_subject_id_idx on trainer_rate (subject_id);

-- What a trainer is paid for one month.
create table pay_sheet (
  id uuid not null,
  trainer_id uuid not null,
  -- The first day of the month.
  month date not null,
  -- draft: follows the confirmed sessions; submitted: waits for a second person; approved: fixed; paid.
  status text not null default 'draft',
  total_sen bigint not null default 0,
  -- As they were when it was approved; the account is sealed.
  trainer_name text,
  bank_name text,
  account_name text,
  account_number_sealed text,
  submitted_by uuid,
  submitted_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  paid_by uuid,
  paid_on date,
  bank_reference text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint pay_sheet_pkey primary key (id),
  constraint pay_sheet_trainer_id_fkey foreign key (trainer_id) references trainer (id),
  constraint pay_sheet_month_check check (extract(day from month) = 1),
  constraint pay_sheet_status_check check (status in ('draft','submitted','approved','paid')),
  constraint pay_sheet_submitted_check check ((submitted_by is not null) = (status <> 'draft')),
  constraint pay_sheet_approved_check check (status not in ('approved','paid') or decided_by is not null),
  constraint pay_sheet_four_eyes_check check (decided_by <> submitted_by),
  constraint pay_sheet_paid_check check ((paid_on is not null) = (status = 'paid'))
);
create unique index pay_sheet_month_key on pay_sheet (trainer_id, month);
create index pay_sheet_month_idx on pay_sheet (month);

create table pay_sheet_line (
  id uuid not null,
  pay_sheet_id uuid not null,
  position integer not null,
  -- correction: by hand, with a reason.
  kind text not null,
  session_id uuid,
  subject_id uuid,
  minutes integer,
  pay_type text,
  rate_sen bigint,
  amount_sen bigint not null,
  reason text,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint pay_sheet_line_pkey primary key (id),
  constraint pay_sheet_line_pay_sheet_id_fkey foreign key (pay_sheet_id) references pay_sheet (id),
  constraint pay_sheet_line_session_id_fkey foreign key (session_id) references class_session (id),
  constraint pay_sheet_line_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint pay_sheet_line_kind_check check (kind in ('session','month','correction')),
  constraint pay_sheet_line_session_check check ((kind = 'session') = (session_id is not null)),
  constraint pay_sheet_line_correction_check check ((kind = 'correction') = (reason is not null))
);
create index pay_sheet_line_pay_sheet_id_idx on pay_sheet_line (pay_sheet_id, position);
create index pay_sheet_line_subject_id_idx on pay_sheet_line (subject_id);
-- A session is paid once.
create unique index pay_sheet_line_session_key on pay_sheet_line (session_id) where session_id is not null;

-- A fee may be charged for each session that was held: its price is that of one session.
alter table subject_fee drop constraint subject_fee_frequency_check;
alter table subject_fee add constraint subject_fee_frequency_check
  check (frequency in ('one_off','monthly','quarterly','half_yearly','yearly','session'));
`)
    .execute(db)
}
