import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { insertStarterOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { starterName, type WordsOf } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

interface NewTenant {
  id: string
  name: string
  subdomain: string
  default_locale: Locale
  /** One of `organisationTypes`. */
  organisation_type: string
  /** It has a seller id, so it may be paid by FPX. */
  fpx: boolean
  /** `password_hash` is null for somebody who will be invited. */
  superadmin: { name: string; email: string; password_hash: string | null }
}

export interface StarterIds {
  branch_id: string
  superadmin_id: string
  /** By code: TUITION, REGISTRATION, ANNUAL, EXAM, MATERIAL, OTHER. */
  fee_types: Record<string, string>
}

/**
 * Inserts what every organisation starts with, in its language. Settings need no rows, since their defaults are in the code.
 * Runs in the new tenant's schema.
 * @param wordsOf the words of each language
 */
export async function prepareTenant(
  trx: Transaction<DB>,
  wordsOf: WordsOf,
  tenant: NewTenant,
): Promise<StarterIds> {
  const t = wordsOf(tenant.default_locale)
  const named = starterName(wordsOf, tenant.default_locale)
  const branch_id = newId()
  await trx
    .insertInto('branch')
    .values({ id: branch_id, code: 'HQ', name: t('starter.branch'), is_hq: true })
    .execute()
  const superadmin_id = await insertSuperadmin(trx, tenant, branch_id)
  await insertStarterOptions(trx, named, tenant.fpx)
  const fee_types = await insertFeeTypes(trx, t, named, tenant.organisation_type)
  const { id, name, subdomain } = tenant
  await record(trx, systemActor, 'entity.created', { type: 'entity', id }, { after: { name, subdomain } })
  return { branch_id, superadmin_id, fee_types }
}

async function insertSuperadmin(trx: Transaction<DB>, tenant: NewTenant, branch_id: string): Promise<string> {
  const { superadmin, default_locale: locale } = tenant
  const user_id = newId()
  const staff_id = newId()
  const status = superadmin.password_hash ? 'active' : 'invited'
  await trx
    .insertInto('user_account')
    // The operator's word, who has approved the organisation.
    .values({
      id: user_id,
      ...superadmin,
      roles: ['superadmin'],
      locale,
      status,
      email_proven_at: sql<Date>`now()`,
    })
    .execute()
  const { name, email } = superadmin
  await trx.insertInto('staff').values({ id: staff_id, user_id, name, email }).execute()
  await trx.insertInto('staff_branch').values({ staff_id, branch_id }).execute()
  return user_id
}

/** Kinds of the initial fee types; only tuition is discountable by default. */
const feeKinds = ['tuition', 'registration', 'annual', 'exam', 'material', 'other'] as const

/** How the national e-invoice classifies the fees at first: child care and kindergartens have a code of their own (002). */
const classificationOf = (type: string) => (type === 'kindergarten' || type === 'nursery' ? '002' : '010')

async function insertFeeTypes(
  trx: Transaction<DB>,
  t: TFunction,
  named: ReturnType<typeof starterName>,
  type: string,
): Promise<Record<string, string>> {
  const rows = feeKinds.map((kind) => ({ kind, code: kind.toUpperCase(), category: newId(), type: newId() }))
  await trx
    .insertInto('fee_category')
    .values(
      rows.map(({ kind, code, category }) => ({
        id: category,
        code,
        name: t(`starter.fee_category.${kind}`),
        kind,
        einvoice_classification: classificationOf(type),
        discountable: kind === 'tuition',
      })),
    )
    .execute()
  await trx
    .insertInto('fee_type')
    .values(
      rows.map(({ kind, code, category, type }) => ({
        id: type,
        code,
        ...named(`starter.fee_type.${kind}`),
        fee_category_id: category,
      })),
    )
    .execute()
  return Object.fromEntries(rows.map(({ code, type }) => [code, type]))
}
