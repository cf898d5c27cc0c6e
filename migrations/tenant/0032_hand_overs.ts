import { type Kysely, sql } from 'kysely'

/** Work that one person asked another to do, and how often those who decide about requests were mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Somebody who may prepare a billing run or an import but not carry it out asks those who may. One open one for each: asking
-- again renews it. It is over once its object is no longer ready, and goes with it.
create table hand_over (
  id uuid not null,
  generation_id uuid,
  import_id uuid,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  -- Null: everybody who may do it.
  asked_of uuid,
  note text,
  -- How many people the last mails went to, and when; none where nobody has an address or no mail leaves at all.
  mailed integer not null default 0,
  mailed_at timestamptz,
  constraint hand_over_pkey primary key (id),
  constraint hand_over_generation_id_key unique (generation_id),
  constraint hand_over_import_id_key unique (import_id),
  constraint hand_over_generation_id_fkey foreign key (generation_id) references generation (id) on delete cascade,
  constraint hand_over_import_id_fkey foreign key (import_id) references import (id) on delete cascade,
  constraint hand_over_asked_by_fkey foreign key (asked_by) references user_account (id),
  constraint hand_over_asked_of_fkey foreign key (asked_of) references user_account (id),
  constraint hand_over_object_check check (num_nonnulls(generation_id, import_id) = 1),
  constraint hand_over_asked_of_check check (asked_of <> asked_by),
  constraint hand_over_note_check check (char_length(note) between 1 and 300)
);
create index hand_over_asked_by_idx on hand_over (asked_by);
create index hand_over_asked_of_idx on hand_over (asked_of);

-- The next mail to somebody about a kind of request: a time in the future is a mail that is planned, and covers what comes in
-- until then.
create table decider_notice (
  user_id uuid not null,
  noun text not null,
  mail_at timestamptz not null,
  constraint decider_notice_pkey primary key (user_id, noun),
  constraint decider_notice_user_id_fkey foreign key (user_id) references user_account (id)
);
`)
    .execute(db)
}
