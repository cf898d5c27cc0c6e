import { type Kysely, sql } from 'kysely'

/** Lines that an organisation writes again and again, kept under a name; whoever bills adds them to an invoice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table line_template (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint line_template_pkey primary key (id),
  constraint line_template_status_check check (status in ('active','inactive'))
);
create unique index line_template_code_key on line_template (lower(code)) where deleted_at is null;

create table line_template_item (
  line_template_id uuid not null,
  position integer not null,
  description text not null,
  fee_type_id uuid,
  quantity_hundredths integer not null,
  -- Where it is null, whoever bills writes the price each time.
  price_sen bigint,
  discount_sen bigint,
  discount_reason text,
  constraint line_template_item_pkey primary key (line_template_id, position),
  constraint line_template_item_line_template_id_fkey
    foreign key (line_template_id) references line_template (id) on delete cascade,
  constraint line_template_item_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint line_template_item_position_check check (position between 1 and 20),
  constraint line_template_item_quantity_hundredths_check check (quantity_hundredths between 1 and 999999),
  constraint line_template_item_price_sen_check check (price_sen between 0 and 100000000),
  constraint line_template_item_discount_sen_check check (discount_sen between 1 and 100000000),
  constraint line_template_item_discount_reason_check check ((discount_sen is null) = (discount_reason is null))
);
create index line_template_item_fee_type_id_idx on line_template_item (fee_type_id);
`)
    .execute(db)
}
