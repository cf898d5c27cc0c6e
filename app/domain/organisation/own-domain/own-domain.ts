import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import type { DB } from '#db/types.ts'

const ownDomainStatuses = ['not_set', 'pending', 'verified', 'failed'] as const
export type OwnDomainStatus = (typeof ownDomainStatuses)[number]

/** A failed look-up, which says nothing about the record: no answer from the name server, or an error. */
const dnsTroubles = ['slow', 'dns'] as const
const txtFindings = ['ok', 'missing', 'wrong', ...dnsTroubles] as const
/** `unknown`: our own addresses are not configured. */
const addressFindings = ['ok', 'missing', 'elsewhere', 'private', 'ipv6', 'unknown', ...dnsTroubles] as const
/** How we answer at that address in the domain's name: not at all, too late, or somebody else does. */
const reachFindings = ['ok', 'refused', 'slow', 'other'] as const
/** `caa`: the domain's own records keep our authority from issuing one, so that none was asked for. */
const certificateFindings = ['ok', 'caa', 'failed', 'refused', 'slow'] as const

/** What was found for each record; null: not checked, since an earlier one was wrong. */
const domainChecks = z.object({
  txt: z.enum(txtFindings),
  address: z.enum(addressFindings),
  reach: z.enum(reachFindings).nullable(),
  certificate: z.enum(certificateFindings).nullable(),
  /** Public addresses to which it leads, if they are not ours. */
  seen: z.array(z.string()).max(4).readonly(),
})
export type DomainChecks = z.output<typeof domainChecks>

/** Whether the domain is the organisation's and points here; the certificate does not count. */
export const isProven = ({ txt, address, reach }: DomainChecks) =>
  txt === 'ok' && address === 'ok' && reach === 'ok'

/** A record was changed; an unreachable proxy or name server does not count, since it may be back soon. */
export function pointsAway({ txt, address, reach }: DomainChecks): boolean {
  return (
    txt === 'missing' ||
    txt === 'wrong' ||
    ['missing', 'elsewhere', 'private', 'ipv6'].includes(address) ||
    reach === 'other'
  )
}

/** Daily checks in a row after which a domain that points away is switched off. */
export const mostMisses = 3
/** Hours for which one that is not right yet is looked at each hour. */
export const hoursOfTrying = 72

/** The record that shows whose the domain is, and what it says. */
export const proofName = (domain: string) => `_lunas.${domain}`
export const proofValue = (token: string) => `lunas-verify=${token}`

/** Of the name what is wrong with it is said by the verb, which knows our own host. */
export const ownDomainForm = z.object({ domain: z.string().trim().min(1).max(300), version })

/** An operator says why; the organisation reads it. */
export const domainOffForm = z.object({ reason, version })

/** What superadmins are notified of; `off` and `on`: by an operator. */
export const domainNews = ['verified', 'away', 'failed', 'off', 'on'] as const
export type DomainNews = (typeof domainNews)[number]

/** The organisation's domain and how far it is proven, as its own people and operators see it. */
export async function ownDomain(db: Kysely<DB>, id: string) {
  const { found, ...row } = await db
    .selectFrom('platform.entity')
    .select([
      'custom_domain as domain',
      'custom_domain_token as token',
      'custom_domain_proven_at as proven_at',
      'custom_domain_checked_at as checked_at',
      'custom_domain_since as since',
      'custom_domain_misses as misses',
      'custom_domain_off_at as off_at',
      'custom_domain_off_reason as off_reason',
      'custom_domain_checks as found',
      'version',
      sql<OwnDomainStatus>`custom_domain_status`.as('status'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const checks: DomainChecks | null = domainChecks.safeParse(found).data ?? null
  return { ...row, checks }
}
export type OwnDomain = Awaited<ReturnType<typeof ownDomain>>
