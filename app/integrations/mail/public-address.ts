import { lookup as dnsLookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** All addresses of a name, as `dns.lookup` gives them. */
export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>

const systemLookup: Lookup = (host) => dnsLookup(host, { all: true })

/** IPv4 that is not the public internet (IANA special-purpose registry). */
const special = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(net, bits, 'ipv4')
}

/** IPv6 is the other way about: only global unicast, and of it nothing that wraps an IPv4 address or is for books. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, bits, 'ipv6')
}

/** Not private, loopback, link-local or otherwise special. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/**
 * The one address to connect to: resolved once, so that a second answer of the name server can lead nowhere else.
 * Undefined when the name has no address, or any that is not public.
 */
export async function publicAddress(
  host: string,
  lookup: Lookup = systemLookup,
): Promise<string | undefined> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host).catch(() => [])
  return found.every(({ address }) => isPublicAddress(address)) ? found[0]?.address : undefined
}
