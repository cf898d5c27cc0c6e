import { type Kysely, sql } from 'kysely'

/**
 * What an issued invoice said before it was changed, kept whole. Sums and lines, which stood for good since 0017, may be
 * changed where that version is kept, of an invoice on which nothing was ever paid; nothing else opens them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The tenant's role may insert and read here; what is kept is read from the invoice itself, whatever is sent.
create table invoice_version (
  invoice_id uuid not null,
  version integer not null default 0,
  invoice jsonb not null default '{}',
  items jsonb not null default '[]',
  reason text not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid,
  constraint invoice_version_pkey primary key (invoice_id, version),
  constraint invoice_version_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint invoice_version_replaced_by_fkey foreign key (replaced_by) references user_account (id),
  constraint invoice_version_reason_check check (char_length(reason) between 10 and 300)
);

create function keep_invoice_version() returns trigger language plpgsql set search_path from current as $$
declare
  kept invoice;
begin
  select * into kept from invoice where id = new.invoice_id for update;
  if kept.status is distinct from 'unpaid' or kept.paid_sen <> 0 then
    raise exception using errcode = 'insufficient_privilege',
      message = 'only an issued invoice on which nothing is paid is changed';
  end if;
  new.version := kept.version;
  new.invoice := to_jsonb(kept);
  new.items := coalesce((
    select jsonb_agg(to_jsonb(item) order by item.position) from invoice_item item where item.invoice_id = new.invoice_id
  ), '[]');
  return new;
end $$;
create trigger invoice_version_kept before insert on invoice_version
  for each row execute function keep_invoice_version();

-- A version is kept because another one follows in the same transaction, whose lines come to its sums.
create function refuse_version_without_next() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from invoice
    where id = new.invoice_id and version > new.version and (sub_total_sen, tax_total_sen) = (
      select coalesce(sum(amount_sen), 0), coalesce(sum(tax_sen), 0) from invoice_item where invoice_id = new.invoice_id)
  ) then
    raise exception using errcode = 'check_violation', message = 'the lines of a changed invoice come to its sums';
  end if;
  return null;
end $$;
create constraint trigger invoice_version_followed after insert on invoice_version deferrable initially deferred
  for each row execute function refuse_version_without_next();

create function sums_may_change(old_id uuid, old_version integer) returns boolean
  language sql stable set search_path from current as $$
  select exists (select from invoice_version where invoice_id = old_id and version = old_version)
    and not exists (select from payment_allocation where invoice_id = old_id)
    and not exists (select from credit_entry where invoice_id = old_id)
$$;

drop trigger invoice_sums on invoice;
drop function refuse_change();
create function refuse_change() returns trigger language plpgsql set search_path from current as $$
begin
  if old.number is not distinct from new.number
    and (old.status, new.status, old.paid_sen, new.paid_sen) = ('unpaid', 'unpaid', 0, 0)
    and new.version = old.version + 1 and sums_may_change(old.id, old.version) then
    return new;
  end if;
  raise exception using errcode = 'insufficient_privilege',
    message = 'the sums of an issued invoice change only beside the version that is kept of it';
end $$;
create trigger invoice_sums before update of number, sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen
  on invoice for each row when (old.status <> 'draft'
    and (old.number, old.sub_total_sen, old.discount_total_sen, old.tax_rate_bp, old.tax_total_sen, old.total_sen)
      is distinct from (new.number, new.sub_total_sen, new.discount_total_sen, new.tax_rate_bp, new.tax_total_sen, new.total_sen))
  execute function refuse_change();

create or replace function refuse_line_change() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from invoice where id = old.invoice_id and status <> 'draft'
    and not (status = 'unpaid' and paid_sen = 0 and sums_may_change(id, version))) then
    raise exception using errcode = 'insufficient_privilege',
      message = 'the lines of an issued invoice change only beside the version that is kept of it';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
`)
    .execute(db)
}
