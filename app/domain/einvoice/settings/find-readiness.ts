import { type Kysely, sql } from 'kysely'
import { einvoiceClassifications } from '#app/domain/catalogue/fee-categories/fee-category.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { lacksBuyerDetails } from '#app/domain/people/parents/buyer-details.ts'
import type { DB } from '#db/types.ts'
import { findObligation } from '../obligation/save-obligation.ts'
import { type CertificateFacts, type Owner, readCertificate } from '../signature/certificate.ts'
import { findSealedSetting, type SealedSetting, withoutSecrets } from './find-setting.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { idValueOf } from './secrets.ts'

/** Whose certificate may sign for the organisation: its own, or that of its intermediary. */
export function ownersOf(keys: Keys, row: SealedSetting): Owner[] {
  const number = idValueOf(keys, row)
  const { mode, tin, intermediary_tin, intermediary_brn } = row
  return [
    ...(tin && number ? [{ tin, registrationNo: number }] : []),
    ...(mode === 'intermediary' && intermediary_tin && intermediary_brn
      ? [{ tin: intermediary_tin, registrationNo: intermediary_brn }]
      : []),
  ]
}

/** What the stored certificate says; undefined without one. */
export const certificateOf = ({
  certificate,
}: Pick<SealedSetting, 'certificate'>): CertificateFacts | undefined =>
  certificate === null ? undefined : readCertificate(Buffer.from(certificate, 'base64'))

/** How far the organisation is, as its rows say it now. */
export async function findReadiness(
  db: Kysely<DB>,
  keys: Keys,
  { today, now }: { today: string; now: Date },
): Promise<Readiness> {
  const [row, obligation, taxed, unclassified, incompleteParents] = await Promise.all([
    findSealedSetting(db),
    findObligation(db, today),
    billsTax(db),
    unclassifiedCategories(db),
    incompleteBuyers(db),
  ])
  return readinessOf(
    {
      setting: row && withoutSecrets(row),
      certificate: row && certificateOf(row),
      owners: row ? ownersOf(keys, row) : [],
      ...{ obligation, taxed, unclassified, incompleteParents },
    },
    today,
    now,
  )
}

/** Service tax is charged by who is registered for it, on fees that are taxable. */
async function billsTax(db: Kysely<DB>): Promise<boolean> {
  const { taxed } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from platform.entity where role_name = current_user and tax_registered)
        and exists (select from fee_type where taxable and status = 'active' and deleted_at is null)`.as(
        'taxed',
      ),
    )
    .executeTakeFirstOrThrow()
  return taxed
}

async function unclassifiedCategories(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('fee_category')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where('einvoice_classification', 'not in', [...einvoiceClassifications])
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function incompleteBuyers(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('parent')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where(lacksBuyerDetails)
    .executeTakeFirstOrThrow()
  return Number(count)
}
