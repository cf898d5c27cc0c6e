import { type Kysely, sql } from 'kysely'

/** Drawers of the counter: what lay in them at first, what came in and went out, and what was counted at the end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table cash_drawer (
  id uuid not null,
  branch_id uuid not null,
  user_id uuid not null,
  opened_on date not null,
  opened_at timestamptz not null default now(),
  float_sen bigint not null,
  status text not null default 'open',
  -- Counted less expected, of all methods; null until it was counted.
  difference_sen bigint,
  difference_reason text,
  counted_by uuid,
  counted_at timestamptz,
  confirmed_by uuid,
  confirmed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint cash_drawer_pkey primary key (id),
  constraint cash_drawer_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint cash_drawer_user_id_fkey foreign key (user_id) references user_account (id),
  constraint cash_drawer_counted_by_fkey foreign key (counted_by) references user_account (id),
  constraint cash_drawer_confirmed_by_fkey foreign key (confirmed_by) references user_account (id),
  constraint cash_drawer_float_sen_check check (float_sen >= 0),
  constraint cash_drawer_status_check check (status in ('open','awaiting_confirmation','closed')),
  constraint cash_drawer_counted_check check (
    (status = 'open') = (counted_at is null) and (counted_at is null) = (counted_by is null)
    and (counted_at is null) = (difference_sen is null)),
  -- Nobody says alone that money is missing.
  constraint cash_drawer_confirmed_check check (
    (confirmed_at is null) = (confirmed_by is null) and confirmed_by <> user_id and confirmed_by <> counted_by
    and (status <> 'awaiting_confirmation' or confirmed_at is null)),
  constraint cash_drawer_difference_reason_check check (
    difference_reason is null or char_length(difference_reason) between 10 and 300)
);
create unique index cash_drawer_open_key on cash_drawer (user_id) where status = 'open';
create index cash_drawer_opened_at_idx on cash_drawer (opened_at desc, id desc);
create index cash_drawer_branch_id_idx on cash_drawer (branch_id);

create table cash_drawer_move (
  id uuid not null,
  drawer_id uuid not null,
  -- Less than nothing: it went out.
  delta_sen bigint not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint cash_drawer_move_pkey primary key (id),
  constraint cash_drawer_move_drawer_id_fkey foreign key (drawer_id) references cash_drawer (id),
  constraint cash_drawer_move_created_by_fkey foreign key (created_by) references user_account (id),
  constraint cash_drawer_move_delta_sen_check check (delta_sen <> 0),
  constraint cash_drawer_move_reason_check check (char_length(reason) between 10 and 300)
);
create index cash_drawer_move_drawer_id_idx on cash_drawer_move (drawer_id);

-- As it was when the drawer was counted; what is cancelled later changes nothing of it.
create table cash_drawer_count (
  drawer_id uuid not null,
  method text not null,
  expected_sen bigint not null,
  counted_sen bigint not null,
  constraint cash_drawer_count_pkey primary key (drawer_id, method),
  constraint cash_drawer_count_drawer_id_fkey foreign key (drawer_id) references cash_drawer (id),
  constraint cash_drawer_count_method_check check (method in ('cash','bank_transfer','cheque','card_terminal','duitnow_qr')),
  constraint cash_drawer_count_counted_sen_check check (counted_sen >= 0)
);

alter table payment
  add column drawer_id uuid,
  add constraint payment_drawer_id_fkey foreign key (drawer_id) references cash_drawer (id);
create index payment_drawer_id_idx on payment (drawer_id) where drawer_id is not null;
`)
    .execute(db)
}
