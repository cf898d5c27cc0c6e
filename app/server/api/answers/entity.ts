import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { activeBranches } from '#app/domain/catalogue/branches/branches.ts'
import { type Permission, type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import {
  entityBank,
  entityProfile,
  entitySmtp,
  publicEntity,
} from '#app/domain/organisation/entities/find-entity.ts'
import { subscriptionOf } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { brandPicture } from '#app/paths.ts'
import { camelKeys } from '#app/server/api/camel.ts'
import type { entity as entitySchema, publicEntity as publicSchema } from '#app/server/api/schemas/entity.ts'
import { addressOf } from '#app/server/api/schemas/parts.ts'
import type { DB } from '#db/types.ts'

type EntityAnswer = z.input<typeof entitySchema>
type PublicAnswer = z.input<typeof publicSchema>

/**
 * As these roles see it: parents get its public part, bank account and mail server are for managers, and nothing of the
 * subscription, which tells money, is for anybody else.
 */
export async function entityAnswer(
  db: Kysely<DB>,
  ring: Keyring,
  id: string,
  roles: readonly SessionRole[],
): Promise<EntityAnswer> {
  const may = (permission: Permission) => scopeOf(roles, permission) !== undefined
  const isStaff = roles.some((role) => role !== 'parent')
  const [row, { byLocale }, branches, bank, smtp, subscription] = await Promise.all([
    entityProfile(db, id),
    labelsOf(db),
    activeBranches(db),
    may('bank.view') ? entityBank(db, ring, id) : undefined,
    may('smtp.view') ? entitySmtp(db, id) : undefined,
    may('subscription.view') ? subscriptionOf(db, id) : undefined,
  ])
  return {
    id: row.id,
    ...shownOf(row),
    labels: byLocale as EntityAnswer['labels'],
    branches: branches.map(camelKeys),
    ...(isStaff && { profile: { ...camelKeys(row), address: addressOf(row) } }),
    ...(bank && { bank: camelKeys(bank) }),
    ...(smtp && { smtp: camelKeys(smtp) as EntityAnswer['smtp'] }),
    ...(subscription !== undefined && {
      subscription: (subscription && camelKeys(subscription)) as EntityAnswer['subscription'],
    }),
  }
}

export async function publicAnswer(db: Kysely<DB>, id: string): Promise<PublicAnswer> {
  const [{ payment_options, ...row }, { byLocale }] = await Promise.all([publicEntity(db, id), labelsOf(db)])
  return { ...shownOf(row), labels: byLocale as PublicAnswer['labels'], paymentOptions: payment_options }
}

function shownOf(row: Omit<Awaited<ReturnType<typeof publicEntity>>, 'payment_options'>) {
  const { logo_file, header_banner_file, background_file, ...plain } = row
  const pictures = {
    logo: brandPicture('logo', logo_file),
    headerBanner: brandPicture('banner', header_banner_file),
    background: brandPicture('background', background_file),
  }
  return { ...camelKeys(plain), ...pictures } as Omit<PublicAnswer, 'labels' | 'paymentOptions'>
}
