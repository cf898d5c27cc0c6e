import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'

export const ownDomainStatuses = ['not_set', 'pending', 'verified', 'failed'] as const
export type OwnDomainStatus = (typeof ownDomainStatuses)[number]

/** What a look-up met that says nothing of the record: the name server does not answer, or with an error. */
const dnsTroubles = ['slow', 'dns'] as const
export const txtFindings = ['ok', 'missing', 'wrong', ...dnsTroubles] as const
/** `unknown`: nobody has told us which addresses are ours. */
export const addressFindings = [
  'ok',
  'missing',
  'elsewhere',
  'private',
  'ipv6',
  'unknown',
  ...dnsTroubles,
] as const
/** How we answer at that address in the domain's name: not at all, too late, or somebody else does. */
export const reachFindings = ['ok', 'refused', 'slow', 'other'] as const
/** `caa`: the domain's own records keep our authority from issuing one, so that none was asked for. */
export const certificateFindings = ['ok', 'caa', 'failed', 'refused', 'slow'] as const

/** What was found of each record; null: it was not looked for, since what comes before was not right. */
export const domainChecks = z.object({
  txt: z.enum(txtFindings),
  address: z.enum(addressFindings),
  reach: z.enum(reachFindings).nullable(),
  certificate: z.enum(certificateFindings).nullable(),
  /** Public addresses to which it leads, if they are not ours. */
  seen: z.array(z.string()).max(4).readonly(),
})
export type DomainChecks = z.output<typeof domainChecks>

/** Whether the domain is the organisation's and leads here: all but the certificate. */
export const isProven = ({ txt, address, reach }: DomainChecks) =>
  txt === 'ok' && address === 'ok' && reach === 'ok'

/** Somebody has changed a record: neither our own proxy that rests nor a name server that does, which may be back soon. */
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

/** What superadmins are told of it; `off` and `on`: by an operator. */
export const domainNews = ['verified', 'away', 'failed', 'off', 'on'] as const
export type DomainNews = (typeof domainNews)[number]
