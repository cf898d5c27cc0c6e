import { type Kysely, sql } from 'kysely'
import { taxApprovalOn } from '#app/domain/accounting/gifts/find-gift.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { hasFeature } from '#app/domain/core/features/feature.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import { standingOn } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

/** Types open for donations on a day, by code, in the reader's language; zakat only while an authority's letter is valid. */
export async function openTypes(
  db: Kysely<DB>,
  kind: GivingKind,
  on: string,
  locale: Locale,
): Promise<OpenType[]> {
  return withRaised(db, kind, on, locale).orderBy('code').limit(100).execute()
}

/** One open type by its code; undefined when it is not open on that day. */
export async function openType(
  db: Kysely<DB>,
  kind: GivingKind,
  code: string,
  { on, locale }: { on: string; locale: Locale },
): Promise<OpenType | undefined> {
  return withRaised(db, kind, on, locale).where(sql<boolean>`lower(code) = lower(${code})`).executeTakeFirst()
}

/** One open type by its id, without the amount raised, which has to be summed; undefined when it is not open on that day. */
export async function typeToGive(
  db: Kysely<DB>,
  kind: GivingKind,
  id: string,
  on: string,
): Promise<TypeToGive | undefined> {
  const [type] = await toGive[kind](db, id, on)
  return type
}

const toGive = {
  infaq: fixedQuery((db, id: string, on: string) => found(db, 'infaq', on).where('id', '=', id)),
  zakat: fixedQuery((db, id: string, on: string) => found(db, 'zakat', on).where('id', '=', id)),
}

interface OpenType extends TypeToGive {
  raised_sen: number
}

export interface TypeToGive {
  id: string
  code: string
  name: string
  description: string | null
  suggested_sen: number[]
  /** Infaq only: the target, if any. */
  target_sen: number | null
  /** Zakat fitrah only: the rate for each person. */
  rate_sen: number | null
  closes_on: string | null
  min_sen: number | null
  max_sen: number | null
  image_file: string | null
  /** Whether a receipt of that day that names its giver allows a tax deduction. */
  deductible: boolean
}

const withRaised = (db: Kysely<DB>, kind: GivingKind, on: string, locale: Locale) =>
  found(db, kind, on, locale).select(raisedOf(kind).as('raised_sen'))

function found(db: Kysely<DB>, kind: GivingKind, on: string, locale?: Locale) {
  const approved = sql<boolean>`${taxApprovalOn(sql.val(on))} is not null`
  const own =
    kind === 'infaq'
      ? { target: 'target_sen', rate: null, deductible: approved }
      : { target: null, rate: 'rate_sen', deductible: sql<boolean>`false` }
  const columnOr = (name: string | null) => (name ? sql<number | null>`${sql.ref(name)}` : sql<null>`null`)
  return (
    db
      // Both tables have these columns; the cast satisfies the types.
      .selectFrom(`${kind}_type` as 'infaq_type')
      .where('deleted_at', 'is', null)
      .where('status', '=', 'active')
      .where(hasFeature(kind))
      .where((eb) => eb.or([eb('opens_on', 'is', null), eb('opens_on', '<=', on)]))
      .where((eb) => eb.or([eb('closes_on', 'is', null), eb('closes_on', '>=', on)]))
      .$if(kind === 'zakat', (query) => query.where(sql<boolean>`${standingOn(on)} = 'confirmed'`))
      .select(['id', 'code', 'suggested_sen', 'closes_on'])
      .select(columnIn(`${kind}_type.name`, locale).as('name'))
      .select(sql<string | null>`${columnIn(`${kind}_type.description`, locale)}`.as('description'))
      .select(['min_sen', 'max_sen', 'image_file'])
      .select([columnOr(own.target).as('target_sen'), columnOr(own.rate).as('rate_sen')])
      .select(own.deductible.as('deductible'))
  )
}

/** The branch of online donations: the head office, else the oldest branch. */
export async function givingBranch(db: Kysely<DB>): Promise<string> {
  const [branch] = await headOffice(db)
  return branch!.id
}

const headOffice = fixedQuery((db) =>
  db
    .selectFrom('branch')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('is_hq', 'desc')
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('id')
    .limit(1),
)

const sumOf = (kind: GivingKind, reasons?: readonly string[]) => sql<number>`(
  select coalesce(sum(delta_sen), 0)::bigint from fund_entry
  where fund_entry.${sql.ref(`${kind}_type_id`)} = ${sql.ref(`${kind}_type.id`)}
    and ${reasons ? sql`reason in (${sql.join(reasons.map((reason) => sql.lit(reason)))})` : sql`true`})`

/** Donations to a type less cancellations and refunds, in sen. */
export const raisedOf = (kind: GivingKind) => sumOf(kind, ['gift', 'taken_back', 'returned'])

/** The balance of a type's fund, in sen. */
export const balanceOf = (kind: GivingKind) => sumOf(kind)

/** The number of donations to a type, failed ones included. */
export const giftsOf = (kind: GivingKind) => sql<number>`(
  select count(*) from donation where donation.${sql.ref(`${kind}_type_id`)} = ${sql.ref(`${kind}_type.id`)})`
