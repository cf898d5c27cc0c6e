import { isIP } from 'node:net'

/**
 * An IP address in canonical form: an IPv4-mapped IPv6 address (::ffff:192.0.2.1) as IPv4, IPv6 in its short form, both
 * without port, brackets and zone. Undefined for anything else.
 */
export function addressOf(text: string | null | undefined): string | undefined {
  const bare = withoutPort((text ?? '').trim()).replace(/%.*$/s, '')
  const kind = isIP(bare)
  if (kind === 4) return bare
  if (kind === 0) return undefined
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!mapped) return new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** `192.0.2.1:443` and `[2001:db8::1]:443`, as some proxies write them. */
function withoutPort(text: string): string {
  const match = /^\[([^\]]*)\](?::\d{1,5})?$|^([^:]*):\d{1,5}$/.exec(text)
  return match ? (match[1] ?? match[2]!) : text
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  if (tail === undefined) return numbers(head)
  const [first, last] = [numbers(head), numbers(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/**
 * What counts as one visitor: an IPv4 address, or the /64 of an IPv6 address, since one line gets all its 2^64 addresses
 * (RFC 6177, RIPE-690). Everything without an address counts as one visitor.
 */
export function networkOf(ip: string | null): string {
  const address = addressOf(ip)
  if (!address) return 'unknown'
  if (isIP(address) === 4) return address
  const prefix = groupsOf(address).slice(0, 4)
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * The address of the client: the socket's or, behind a proxy of ours, the last one in X-Forwarded-For, since the client can
 * forge all earlier ones. Falls back to the proxy's own address.
 */
export function visitorAddress(socket: string, forwarded: string | null, trustProxy: boolean): string | null {
  const last = trustProxy ? forwarded?.split(',').at(-1) : undefined
  return addressOf(last) ?? addressOf(socket) ?? null
}
