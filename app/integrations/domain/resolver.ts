import { Resolver } from 'node:dns/promises'

/** What a look-up that found nothing met: no such record, no answer in time, or an answer of no use. */
export type NoAnswer = 'missing' | 'slow' | 'dns'

export type Answer<T> = { found: T } | { fault: NoAnswer }

export interface Names {
  /** IPv4 and IPv6 apart; names that stand for others are followed by the name server. */
  addresses(name: string): Promise<Answer<string[]>>
  /** Each TXT record as one text. */
  texts(name: string): Promise<Answer<string[]>>
  /** Who may issue certificates for it. */
  authorities(name: string): Promise<Answer<CaaRecord[]>>
}

/** As `node:dns` reads it: its word, such as `issue`, with what it says. */
export type CaaRecord = { critical: number } & Record<string, unknown>

interface Options {
  /** `address` or `address:port`; none: those of the machine. */
  servers?: readonly string[]
  /** Of one try; there are two. */
  tryMs?: number
}

/** Asks name servers over UDP, and over TCP what does not fit. Nothing is kept: each look-up asks. */
export function namesOf({ servers = [], tryMs = 2_000 }: Options = {}): Names {
  const resolver = new Resolver({ timeout: tryMs, tries: 2, maxTimeout: tryMs })
  if (servers.length > 0) resolver.setServers([...servers])
  return {
    async addresses(name) {
      const [four, six] = await Promise.all([
        answerOf(resolver.resolve4(name)),
        answerOf(resolver.resolve6(name)),
      ])
      const found = [four, six].flatMap((answer) => ('found' in answer ? answer.found : []))
      if ('fault' in four && four.fault !== 'missing') return four
      if ('fault' in six && six.fault !== 'missing') return six
      return found.length === 0 ? { fault: 'missing' } : { found }
    },
    async texts(name) {
      const answer = await answerOf(resolver.resolveTxt(name))
      return 'found' in answer ? { found: answer.found.map((parts) => parts.join('')) } : answer
    },
    async authorities(name) {
      const answer = await answerOf(resolver.resolveCaa(name))
      return 'found' in answer ? { found: answer.found.map((record) => ({ ...record })) } : answer
    },
  }
}

async function answerOf<T>(asked: Promise<T>): Promise<Answer<T>> {
  try {
    return { found: await asked }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOTFOUND' || code === 'ENODATA') return { fault: 'missing' }
    return { fault: code === 'ETIMEOUT' ? 'slow' : 'dns' }
  }
}
