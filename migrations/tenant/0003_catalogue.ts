import { type Kysely, sql } from 'kysely'

/** What is taught and what it costs: programs, classes, fees, discounts, ways to pay, templates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table program (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  image_file text,
  department_id uuid,
  level text,
  duration_months integer,
  starts_on date,
  ends_on date,
  public_registration boolean not null default true,
  sort_order integer not null default 0,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint program_pkey primary key (id),
  constraint program_department_id_fkey foreign key (department_id) references department (id),
  constraint program_duration_months_check check (duration_months between 1 and 120),
  constraint program_status_check check (status in ('active','inactive')),
  constraint program_dates_check check (starts_on <= ends_on)
);
create unique index program_code_key on program (lower(code)) where deleted_at is null;

-- The branches where a program is held; none listed: all branches.
create table program_branch (
  program_id uuid not null,
  branch_id uuid not null,
  constraint program_branch_pkey primary key (program_id, branch_id),
  constraint program_branch_program_id_fkey foreign key (program_id) references program (id) on delete cascade,
  constraint program_branch_branch_id_fkey foreign key (branch_id) references branch (id)
);
create index program_branch_branch_id_idx on program_branch (branch_id);

create table category (
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null default 'level',
  min_age integer,
  max_age integer,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint category_pkey primary key (id),
  constraint category_kind_check check (kind in ('level','age','stream','other')),
  constraint category_age_check check (min_age is null or max_age is null or min_age <= max_age),
  constraint category_status_check check (status in ('active','inactive'))
);
create unique index category_code_key on category (lower(code)) where deleted_at is null;

create table module (
  id uuid not null,
  code text not null,
  name text not null,
  program_id uuid not null,
  sequence integer not null default 1,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint module_pkey primary key (id),
  constraint module_program_id_fkey foreign key (program_id) references program (id),
  constraint module_status_check check (status in ('active','inactive'))
);
create unique index module_code_key on module (lower(code)) where deleted_at is null;

-- A class.
create table subject (
  id uuid not null,
  code text not null,
  name text not null,
  program_id uuid not null,
  module_id uuid,
  category_id uuid,
  branch_id uuid not null,
  capacity integer,
  min_age integer,
  max_age integer,
  session_minutes integer not null default 60,
  sessions_per_month integer not null default 4,
  starts_on date,
  ends_on date,
  -- The last day of a class that is closed.
  closed_on date,
  registration_open boolean not null default true,
  waitlist boolean not null default false,
  description text,
  image_file text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint subject_pkey primary key (id),
  constraint subject_program_id_fkey foreign key (program_id) references program (id),
  constraint subject_module_id_fkey foreign key (module_id) references module (id),
  constraint subject_category_id_fkey foreign key (category_id) references category (id),
  constraint subject_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint subject_capacity_check check (capacity between 1 and 1000),
  constraint subject_session_minutes_check check (session_minutes between 15 and 480),
  constraint subject_sessions_per_month_check check (sessions_per_month between 1 and 31),
  constraint subject_status_check check (status in ('active','inactive','closed')),
  constraint subject_age_check check (min_age <= max_age),
  constraint subject_dates_check check (starts_on <= ends_on),
  constraint subject_closed_on_check check ((closed_on is not null) = (status = 'closed'))
);
create unique index subject_code_key on subject (lower(code)) where deleted_at is null;
create index subject_category_id_idx on subject (category_id);
create index subject_program_id_idx on subject (program_id);
create index subject_module_id_idx on subject (module_id);
create index subject_branch_id_idx on subject (branch_id);

-- Who teaches or assists in a class; this gives trainers and class assistants their scope.
create table subject_trainer (
  subject_id uuid not null,
  user_id uuid not null,
  duty text not null default 'trainer',
  constraint subject_trainer_pkey primary key (subject_id, user_id),
  constraint subject_trainer_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint subject_trainer_user_id_fkey foreign key (user_id) references user_account (id),
  constraint subject_trainer_duty_check check (duty in ('main','trainer','assistant'))
);
create index subject_trainer_user_id_idx on subject_trainer (user_id);
create unique index subject_trainer_main_key on subject_trainer (subject_id) where duty = 'main';

-- The weekly times of a class; no two of them overlap.
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

create table fee_category (
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null,
  einvoice_classification text not null default '010',
  discountable boolean not null default false,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint fee_category_pkey primary key (id),
  constraint fee_category_kind_check check (
    kind in ('tuition','registration','annual','exam','material','uniform','transport','daycare','meal','activity',
    'deposit','other')),
  constraint fee_category_status_check check (status in ('active','inactive'))
);
create unique index fee_category_code_key on fee_category (lower(code)) where deleted_at is null;

create table fee_type (
  id uuid not null,
  code text not null,
  name text not null,
  fee_category_id uuid not null,
  default_amount_sen bigint not null default 0,
  gl_code text,
  taxable boolean not null default false,
  refundable boolean not null default false,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint fee_type_pkey primary key (id),
  constraint fee_type_fee_category_id_fkey foreign key (fee_category_id) references fee_category (id),
  constraint fee_type_default_amount_sen_check check (default_amount_sen >= 0),
  constraint fee_type_status_check check (status in ('active','inactive'))
);
create unique index fee_type_code_key on fee_type (lower(code)) where deleted_at is null;
create index fee_type_fee_category_id_idx on fee_type (fee_category_id);

-- What a class costs, from a day on.
create table subject_fee (
  id uuid not null,
  subject_id uuid not null,
  fee_type_id uuid not null,
  amount_sen bigint not null,
  quantity integer not null default 1,
  frequency text not null,
  -- The months of the year, 1 to 12, in which a monthly fee is billed; null: all.
  billing_months smallint[],
  due_day integer not null default 7,
  proration text not null default 'none',
  apply_to text not null default 'all',
  starts_on date not null,
  ends_on date,
  -- The price that this one follows.
  replaces_id uuid,
  remark text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint subject_fee_pkey primary key (id),
  constraint subject_fee_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint subject_fee_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint subject_fee_replaces_id_fkey foreign key (replaces_id) references subject_fee (id),
  constraint subject_fee_amount_sen_check check (amount_sen between 1 and 10000000),
  constraint subject_fee_frequency_check check (frequency in ('one_off','monthly','quarterly','half_yearly','yearly')),
  constraint subject_fee_due_day_check check (due_day between 1 and 31),
  constraint subject_fee_status_check check (status in ('active','inactive')),
  constraint subject_fee_dates_check check (starts_on <= ends_on),
  constraint subject_fee_billing_months_check check (billing_months <@ array[1,2,3,4,5,6,7,8,9,10,11,12]::smallint[]),
  constraint subject_fee_proration_check check (proration in ('none','by_day','by_session')),
  constraint subject_fee_apply_to_check check (apply_to in ('all','new','foreign')),
  constraint subject_fee_quantity_check check (quantity between 1 and 999)
);
create index subject_fee_subject_id_idx on subject_fee (subject_id);
create index subject_fee_fee_type_id_idx on subject_fee (fee_type_id);
create unique index subject_fee_replaces_id_key on subject_fee (replaces_id) where deleted_at is null;

-- Rules by which fees are reduced.
create table discount (
  id uuid not null,
  code text not null,
  name text not null,
  type text not null,
  method text not null,
  percent_bp integer,
  amount_sen bigint,
  -- Of a sibling discount; the fourth child's share also counts for all later ones.
  second_child_bp integer,
  third_child_bp integer,
  fourth_child_bp integer,
  -- Days before the due date.
  days_early integer,
  from_subjects integer,
  max_amount_sen bigint,
  valid_from date,
  valid_to date,
  stackable boolean not null default true,
  priority integer not null default 0,
  needs_approval boolean not null default false,
  needs_document boolean not null default false,
  sponsor text,
  -- A subsidy given automatically to families whose income is known to be below the threshold.
  by_income boolean not null default false,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint discount_pkey primary key (id),
  constraint discount_type_check
    check (type in ('sibling','subsidy','staff_child','scholarship','early','multi_subject','manual')),
  constraint discount_method_check check (method in ('percent','fixed')),
  constraint discount_percent_bp_check check (percent_bp between 1 and 10000),
  constraint discount_amount_sen_check check (amount_sen between 1 and 10000000),
  constraint discount_child_bp_check check (
    second_child_bp between 0 and 10000 and third_child_bp between 0 and 10000 and fourth_child_bp between 0
    and 10000),
  constraint discount_value_check check (
    case
      when type = 'sibling'
        then method = 'percent' and percent_bp is null and amount_sen is null and second_child_bp is not null
      when method = 'percent' then percent_bp is not null and amount_sen is null
      else amount_sen is not null and percent_bp is null
    end
    and (type = 'sibling' or (second_child_bp is null and third_child_bp is null and fourth_child_bp is null))),
  constraint discount_days_early_check
    check ((type = 'early') = (days_early is not null) and days_early between 1 and 30),
  constraint discount_from_subjects_check
    check ((type = 'multi_subject') = (from_subjects is not null) and from_subjects between 2 and 20),
  constraint discount_max_amount_sen_check check (max_amount_sen between 1 and 10000000),
  constraint discount_valid_check check (valid_from <= valid_to),
  constraint discount_priority_check check (priority between 0 and 999),
  constraint discount_status_check check (status in ('active','inactive')),
  constraint discount_by_income_check check (not by_income or type = 'subsidy')
);
create unique index discount_code_key on discount (lower(code)) where deleted_at is null;

-- The fee categories that a discount reduces; none listed: all that are discountable.
create table discount_fee_category (
  discount_id uuid not null,
  fee_category_id uuid not null,
  constraint discount_fee_category_pkey primary key (discount_id, fee_category_id),
  constraint discount_fee_category_discount_id_fkey foreign key (discount_id)
    references discount (id) on delete cascade,
  constraint discount_fee_category_fee_category_id_fkey foreign key (fee_category_id) references fee_category (id)
);
create index discount_fee_category_fee_category_id_idx on discount_fee_category (fee_category_id);

-- Which endings of discounts were announced: subject_id is a discount or a student's discount. Another last day is
-- announced again.
create table discount_ending (
  subject_id uuid not null,
  ends_on date not null,
  told_at timestamptz not null default now(),
  constraint discount_ending_pkey primary key (subject_id, ends_on)
);

-- Ways to pay. There may be several bank transfers, each with its own account; there is at most one option for each
-- gateway method.
create table payment_option (
  id uuid not null,
  code text not null,
  method text not null,
  name text not null,
  min_sen bigint,
  max_sen bigint,
  instructions text,
  sort_order integer not null default 0,
  status text not null default 'active',
  needs_slip boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint payment_option_pkey primary key (id),
  constraint payment_option_method_check check (method in ('fpx_b2c','fpx_b2b1','chip','cash','bank_transfer')),
  constraint payment_option_status_check check (status in ('active','inactive')),
  constraint payment_option_limits_check check (min_sen <= max_sen)
);
create unique index payment_option_code_key on payment_option (lower(code)) where deleted_at is null;
create unique index payment_option_gateway_key on payment_option (method)
  where method not in ('cash','bank_transfer') and deleted_at is null;

-- Lines of an invoice that are used again and again, stored under a name.
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
  -- Null: entered each time it is used.
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
