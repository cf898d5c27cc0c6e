import { type Kysely, sql } from 'kysely'

/** Credit of one family that is to be another's, such as of parents who live apart: one asks, another approves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table credit_move (
  id uuid not null,
  parent_id uuid not null,
  to_parent_id uuid not null,
  amount_sen bigint not null,
  reason text not null,
  status text not null default 'requested',
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint credit_move_pkey primary key (id),
  constraint credit_move_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint credit_move_to_parent_id_fkey foreign key (to_parent_id) references parent (id),
  constraint credit_move_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint credit_move_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint credit_move_two_check check (to_parent_id <> parent_id),
  constraint credit_move_amount_sen_check check (amount_sen > 0),
  constraint credit_move_reason_check check (char_length(reason) between 10 and 300),
  constraint credit_move_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint credit_move_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint credit_move_four_eyes_check check (status <> 'approved' or decided_by <> requested_by)
);
create index credit_move_parent_id_idx on credit_move (parent_id);
create index credit_move_to_parent_id_idx on credit_move (to_parent_id);
create unique index credit_move_open_key on credit_move (parent_id) where status = 'requested';

alter table credit_entry
  add column credit_move_id uuid,
  add constraint credit_entry_credit_move_id_fkey foreign key (credit_move_id) references credit_move (id),
  drop constraint credit_entry_reason_check,
  add constraint credit_entry_reason_check check (reason in
    ('overpayment','early_payment','credit_note','applied','returned','refund','adjust','moved')),
  add constraint credit_entry_moved_check check ((reason = 'moved') = (credit_move_id is not null));
create index credit_entry_credit_move_id_idx on credit_entry (credit_move_id) where credit_move_id is not null;

-- What leaves one family comes to the other, all of it, once, and only when it was approved.
create function refuse_uneven_move() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from credit_move as move
    where move.id = new.credit_move_id and move.status = 'approved'
      and array(select delta_sen from credit_entry where credit_move_id = move.id and parent_id = move.parent_id)
        = array[-move.amount_sen]
      and array(select delta_sen from credit_entry where credit_move_id = move.id and parent_id = move.to_parent_id)
        = array[move.amount_sen]
      and (select count(*) from credit_entry where credit_move_id = move.id) = 2
  ) then
    raise exception using errcode = 'check_violation', table = 'credit_entry', constraint = 'credit_entry_moved_whole',
      message = 'credit that is moved leaves one family and comes to the other, as it was approved';
  end if;
  return null;
end $$;
create constraint trigger credit_entry_moved_whole after insert on credit_entry deferrable initially deferred
  for each row when (new.credit_move_id is not null) execute function refuse_uneven_move();
`)
    .execute(db)
}
