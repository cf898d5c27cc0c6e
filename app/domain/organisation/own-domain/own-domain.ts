import { domainToASCII, domainToUnicode } from 'node:url'
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
/** The answer to a request to that address under the domain's name; `other`: another server answers. */
const reachFindings = ['ok', 'refused', 'slow', 'other'] as const
/** `caa`: the domain's CAA records forbid our certificate authority, so none was requested. */
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

/** Whether the domain belongs to the organisation and points here, regardless of the certificate. */
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
/** Hours during which an unverified domain is checked every hour. */
export const hoursOfTrying = 72

/** Name and value of the TXT record that proves the ownership. */
export const proofName = (domain: string) => `_lunas.${domain}`
export const proofValue = (token: string) => `lunas-verify=${token}`

/** The name itself is checked by enterDomain, which knows our own host. */
export const ownDomainForm = z.object({ domain: z.string().trim().min(1).max(300), version })

/** The operator's reason is shown to the organisation. */
export const domainOffForm = z.object({ reason, version })

/** What superadmins are notified of; `off` and `on`: by an operator. */
export const domainNews = ['verified', 'away', 'failed', 'off', 'on'] as const
export type DomainNews = (typeof domainNews)[number]

/** The organisation's domain with the result of the last check. */
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

type DomainProblem =
  | 'domain.invalid'
  | 'domain.ours'
  | 'domain.reserved'
  | 'domain.suffix'
  | 'domain.look_alike'

/** A valid domain, or the problem. `ascii`: as in DNS; `unicode`: as people read it. */
type NamedDomain = { ascii: string; unicode: string; skeleton: string } | { problem: DomainProblem }

/** A name in DNS: labels of up to 63 letters, digits and hyphens, the last of which is no number. */
const form = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z])[a-z0-9-]{2,63}(?<!-)$/

/** Top-level names that are not on the public internet (RFC 6761, RFC 8375 and private networks). */
const privateNames = 'localhost local internal intranet private lan home corp invalid onion arpa alt'.split(
  ' ',
)

/** Shared domains, below which anybody can register a name. */
const suffixes = new Set(
  (
    'com.my net.my org.my edu.my gov.my mil.my name.my biz.my com.sg edu.sg org.sg net.sg gov.sg com.bn edu.bn org.bn ' +
    'co.id or.id sch.id ac.id web.id co.th in.th ac.th co.uk org.uk ac.uk sch.uk com.au org.au edu.au net.au'
  ).split(' '),
)

/** Scripts of Malaysia none of whose letters is taken for one of a to z. */
const scripts = [/^\p{Script=Han}+$/u, /^\p{Script=Arabic}+$/u, /^\p{Script=Tamil}+$/u]

/**
 * Normalises a typed domain: a URL around it is accepted, and other letters are converted to punycode. Refuses look-alike
 * letters, our own host and names below it, and domains that nobody can own.
 * @param mainHost the operator's host, perhaps with a port
 */
export function domainNamed(typed: string, mainHost: string): NamedDomain {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/.]$/, '')
  const ascii = /[\s/:@?#\\%_]/.test(bare) ? '' : domainToASCII(bare)
  if (!form.test(ascii)) return { problem: 'domain.invalid' }
  const unicode = domainToUnicode(ascii)
  const skeletons = unicode.split('.').map(skeletonOf)
  if (skeletons.includes(undefined)) return { problem: 'domain.look_alike' }
  const skeleton = skeletons.join('.')
  const ours = mainHost.split(':')[0]!
  if ([ascii, skeleton].some((name) => isWithin(name, ours) || isWithin(ours, name)))
    return { problem: 'domain.ours' }
  if (privateNames.includes(ascii.split('.').at(-1)!)) return { problem: 'domain.reserved' }
  if (suffixes.has(ascii)) return { problem: 'domain.suffix' }
  return { ascii, unicode, skeleton }
}

const isWithin = (name: string, above: string) => name === above || name.endsWith(`.${above}`)

/**
 * The label without the marks on its letters; undefined where it holds a letter that can be taken for another one: of a
 * foreign alphabet that looks like ours, of two alphabets at once, or one of ours that is none of a to z.
 */
function skeletonOf(label: string): string | undefined {
  const plain = label.normalize('NFD').replace(/\p{Script=Inherited}/gu, '')
  if (/^[a-z0-9-]+$/.test(plain)) return plain
  const letters = label.replace(/[0-9-]/g, '')
  return scripts.some((script) => script.test(letters)) ? label : undefined
}

/** The domain in Unicode. */
export const readableDomain = (ascii: string): string => domainToUnicode(ascii)
