import { randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { elapsedMs } from '#app/domain/core/clock.ts'
import { addressOf } from '#app/domain/core/network.ts'
import { blindIndexes, environmentKeyring, type Keyring } from '#app/domain/core/secrets.ts'
import { asked, certified } from '#app/integrations/domain/reach.ts'
import { type CaaRecord, type Names, namesOf } from '#app/integrations/domain/resolver.ts'
import { isPublicAddress } from '#app/integrations/mail/public-address.ts'
import { type DomainChecks, proofName, proofValue } from './own-domain.ts'

/** Where a proxy passes a plain request on to us, whatever the host. */
export const challengePath = (nonce: string) => `/.well-known/lunas/${nonce}`
const challenge = /^\/\.well-known\/lunas\/([a-z0-9]{32})$/

/** What only this installation answers at that path in the name of a host; undefined for another path. */
export function challengeAnswer(ring: Keyring, host: string, path: string): string | undefined {
  const nonce = challenge.exec(path)?.[1]
  return nonce && answersOf(ring, host, nonce)[0]
}

const answersOf = (ring: Keyring, host: string, nonce: string) =>
  blindIndexes(ring, { place: 'platform', table: 'entity', column: 'custom_domain' }, `${host}/${nonce}`).map(
    (mac) => mac.toString('hex'),
  )

export interface DomainChecker {
  /** The addresses to which a domain must resolve; none when none are configured and our own host has none. */
  ours(): Promise<string[]>
  check(domain: string, token: string): Promise<DomainChecks>
  /** Of one that is proven; null where browsers come without encryption. */
  certificate(domain: string): Promise<DomainChecks['certificate']>
}

/** Of the environment. */
interface DomainSettings {
  appKey: Buffer
  olderKeys: readonly Buffer[]
  mainHost: string
  secure: boolean
  dnsServers: readonly string[]
  domainAddresses: string[]
}

/** What tests put in place of the internet. */
interface CheckOptions {
  names?: Names
  httpPort?: number
  httpsPort?: number
  timeoutMs?: number
  ca?: string
}

/**
 * Looks at a domain in the order of what must be right: its proof, its addresses, who answers there. Names are looked up
 * once, and only addresses that are ours are ever connected to.
 */
export function domainChecker(environment: DomainSettings, options: CheckOptions = {}): DomainChecker {
  const names = options.names ?? namesOf({ servers: environment.dnsServers })
  const ring = environmentKeyring(environment)
  const { httpPort = 80, httpsPort = 443, timeoutMs, ca } = options
  const patience = timeoutMs === undefined ? {} : { timeoutMs }

  let known: { addresses: Promise<string[]>; until: number } | undefined

  /** Of the main host, which seldom moves, they are believed for a minute: a page shows them. */
  async function ours(): Promise<string[]> {
    if (environment.domainAddresses.length > 0) return environment.domainAddresses
    const now = elapsedMs()
    if (!known || known.until < now) {
      const asked = names.addresses(environment.mainHost.split(':')[0]!)
      const addresses = asked.then((answer) => ('found' in answer ? answer.found : []))
      known = { addresses, until: now + 60_000 }
    }
    return known.addresses
  }

  async function proofOf(domain: string, token: string): Promise<DomainChecks['txt']> {
    const answer = await names.texts(proofName(domain))
    if ('fault' in answer) return answer.fault
    return answer.found.some((text) => text.trim() === proofValue(token)) ? 'ok' : 'wrong'
  }

  async function addressesOf(domain: string): Promise<{
    address: DomainChecks['address']
    seen: string[]
    at: string[]
  }> {
    const [own, answer] = await Promise.all([ours(), names.addresses(domain)])
    if ('fault' in answer) return { address: answer.fault, seen: [], at: [] }
    const at = answer.found.map((address) => addressOf(address) ?? address)
    const foreign = at.filter((address) => !own.includes(address))
    // Private addresses are not shown, though our name server may resolve them.
    const seen = foreign.filter(isPublicAddress).slice(0, 4)
    const fault = () => {
      if (own.length === 0) return 'unknown'
      if (foreign.length === 0) return 'ok'
      if (foreign.length > seen.length && seen.length < 4) return 'private'
      const [four, six] = [at.filter((one) => !one.includes(':')), foreign.filter((one) => one.includes(':'))]
      if (four.length === 0) return 'missing'
      return six.length === foreign.length ? 'ipv6' : 'elsewhere'
    }
    return { address: fault(), seen, at }
  }

  /** The one question to which only we know the answer, put to each of the addresses. */
  async function reached(domain: string, at: string[]): Promise<DomainChecks['reach']> {
    for (const address of at) {
      const nonce = randomBytes(16).toString('hex')
      const answer = await asked({ address, port: httpPort, domain, ...patience }, challengePath(nonce))
      if ('fault' in answer) return answer.fault
      const said = Buffer.from(answer.text?.trim() ?? '')
      const known = answersOf(ring, domain, nonce).some(
        (right) => right.length === said.length && timingSafeEqual(Buffer.from(right), said),
      )
      if (!known) return 'other'
    }
    return 'ok'
  }

  /** By the first name on the way up that says who may issue certificates; what cannot be looked up forbids nothing. */
  async function isForbidden(domain: string): Promise<boolean> {
    for (const name of namesAbove(domain)) {
      const answer = await names.authorities(name)
      if ('found' in answer && answer.found.length > 0) return forbidsUs(answer.found)
      if ('fault' in answer && answer.fault !== 'missing') return false
    }
    return false
  }

  return {
    ours,
    async check(domain, token) {
      const [txt, { address, seen, at }] = await Promise.all([proofOf(domain, token), addressesOf(domain)])
      const reach = address === 'ok' ? await reached(domain, at.slice(0, 4)) : null
      return { txt, address, reach, certificate: null, seen }
    },
    async certificate(domain) {
      if (!environment.secure) return null
      const [address] = await ours()
      if (address === undefined) return 'refused'
      if (await isForbidden(domain)) return 'caa'
      const at = { address, port: httpsPort, domain, ...patience, ...(ca && { ca }) }
      const first = await certified(at)
      if (first !== 'failed') return first
      // Whoever opened the domain just before it was proven has the proxy remember our no for a moment.
      await setTimeout(1_500)
      return certified(at)
    },
  }
}

/** The authorities from which common proxies get certificates by default. */
const certificateAuthorities = ['letsencrypt.org', 'sectigo.com']

const known = ['issue', 'issuewild', 'iodef', 'issuemail', 'contactemail', 'contactphone', 'critical', 'type']

/**
 * Whether the CAA records of one name keep our authorities from issuing for it (RFC 8659): they name others, or none at
 * all, or have a critical tag that an authority does not know. Without an `issue` tag any authority may.
 */
export function forbidsUs(records: readonly CaaRecord[]): boolean {
  const odd = records.some(
    ({ critical, ...record }) => critical >= 128 && Object.keys(record).some((tag) => !known.includes(tag)),
  )
  if (odd) return true
  const issuers = records.flatMap(({ issue }) => (typeof issue === 'string' ? [issue] : []))
  if (issuers.length === 0) return false
  const named = issuers.map((issue) => issue.split(';')[0]!.trim().toLowerCase())
  return !named.some((name) => certificateAuthorities.includes(name))
}

/** The names of which the first that has such records counts: the domain, then each above it. */
export function namesAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
