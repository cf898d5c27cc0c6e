import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import dns2 from 'dns2'
import { afterFile } from '#tests/support/run/after-file.ts'

const { Packet } = dns2
/** Of CAA each as `0 issue letsencrypt.org`. */
type Kind = 'A' | 'AAAA' | 'TXT' | 'CNAME' | 'CAA'

/** What a name says: records of each kind, a trouble, or another answer at each asking (the last one stays). */
export type Said = Partial<Record<Kind, string[]>> | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silence' | Said[]

export interface NameServer {
  /** `address:port`, for UDP and TCP. */
  at: string
  says(name: string, said: Said): void
  /** How often it was asked, and over what. */
  asked: { name: string; type: string; over: 'udp' | 'tcp' }[]
}

/**
 * A name server on this machine that says what it is told, over UDP and TCP. What does not fit into a datagram is cut off
 * there, so that it is asked for again over TCP. Names that it was told nothing of do not exist.
 */
export async function nameServer(): Promise<NameServer> {
  const known = new Map<string, Said>()
  const asked: NameServer['asked'] = []

  /** What does not fit into a datagram the library cuts off, and it is asked for again over TCP. */
  const answerTo =
    (over: 'udp' | 'tcp'): dns2.DnsHandler =>
    (request, send) => {
      const [question] = request.questions
      const name = question!.name.toLowerCase()
      const type = Packet.TYPE_NAME[question!.type as number] ?? String(question!.type)
      asked.push({ name, type, over })
      const answer = Packet.createResponseFromRequest(request)
      const said = saidOf(name)
      if (said === 'silence') return
      if (typeof said === 'string') answer.header.rcode = Packet.RCODE[said]
      else collect(answer, name, said, type)
      void send(answer)
    }

  function saidOf(name: string): Exclude<Said, Said[]> {
    const said = known.get(name) ?? 'NXDOMAIN'
    if (!Array.isArray(said)) return said
    const [first] = said
    if (said.length > 1) said.shift()
    return first as Exclude<Said, Said[]>
  }

  /** Follows names that stand for others, as a name server that looks up for others does. */
  function collect(
    answer: dns2.Packet,
    name: string,
    said: Exclude<Said, string | Said[]>,
    type: string,
  ): void {
    const common = { name, class: Packet.CLASS.IN, ttl: 1 }
    const add = (record: object) => answer.answers.push(record as dns2.Packet.Resource)
    for (const domain of said.CNAME ?? []) {
      add({ ...common, type: Packet.TYPE.CNAME, domain })
      const next = known.get(domain)
      if (next && typeof next === 'object' && !Array.isArray(next)) collect(answer, domain, next, type)
    }
    if (type === 'TXT') for (const data of said.TXT ?? []) add({ ...common, type: Packet.TYPE.TXT, data })
    if (type === 'CAA')
      for (const text of said.CAA ?? []) {
        const [flags, tag, ...value] = text.split(' ')
        add({ ...common, type: Packet.TYPE.CAA, flags: Number(flags), tag, value: value.join(' ') })
      }
    if (type === 'A' || type === 'AAAA')
      for (const address of said[type] ?? []) add({ ...common, type: Packet.TYPE[type], address })
  }

  const tcp = dns2.createTCPServer(answerTo('tcp'))
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = dns2.createUDPServer(answerTo('udp'))
  await udp.listen(port, '127.0.0.1')
  afterFile(async () => {
    tcp.close()
    udp.close()
  })
  return { at: `127.0.0.1:${port}`, says: (name, said) => void known.set(name.toLowerCase(), said), asked }
}
