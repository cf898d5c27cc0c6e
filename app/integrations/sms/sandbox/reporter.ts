import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from './behaviour.ts'
import type { MessageStore, StoredMessage } from './messages.ts'

export interface Reporter {
  /** Reports later what became of a message. */
  plan(message: StoredMessage, behaviour: Behaviour): void
  /** Once nothing is to be reported any more. */
  idle(): Promise<void>
}

type Said = 'delivered' | 'read' | 'failed'

/** What is reported, with the number of pauses before each report. */
function reportsOf({ channel }: StoredMessage, behaviour: Behaviour): [pauses: number, said: Said][] {
  if (behaviour === 'unreported') return []
  if (behaviour === 'undelivered') return [[1, 'failed']]
  if (behaviour === 'disordered')
    return [
      [1, 'read'],
      [2, 'delivered'],
    ]
  const usual: [number, Said][] =
    channel === 'whatsapp'
      ? [
          [1, 'delivered'],
          [2, 'read'],
        ]
      : [[1, 'delivered']]
  if (behaviour !== 'repeated') return usual
  return usual.flatMap(([pauses, said]) => [0, 1, 2].map((n): [number, Said] => [4 * pauses + n, said]))
}

/** Reports as the gateways do: a form for SMS, nested JSON for WhatsApp; a report that is not taken comes again, three times. */
export function reporter(
  store: Pick<MessageStore, 'report'>,
  { to, ms }: { to: ((channel: StoredMessage['channel']) => string) | undefined; ms: number },
): Reporter {
  const running = new Set<Promise<void>>()

  async function send(message: StoredMessage, pauses: number, said: Said) {
    for (const again of [0, 1, 2, 3]) {
      await sleep(again === 0 ? pauses * ms : Math.max(1_000, ms), undefined, { ref: false })
      const answer = await fetch(to!(message.channel), {
        ...bodyOf(message, said),
        method: 'POST',
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined)
      await answer?.body?.cancel()
      if (!answer?.ok) continue
      store.report(message.id, said)
      return
    }
  }

  return {
    plan(message, behaviour) {
      if (!to) return
      for (const [pauses, said] of reportsOf(message, behaviour)) {
        const sent = send(message, pauses, said).finally(() => running.delete(sent))
        running.add(sent)
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

const smsWords = { delivered: 'DELIVRD', read: 'DELIVRD', failed: 'UNDELIV' } as const

function bodyOf({ id, reference = '', channel }: StoredMessage, said: Said) {
  if (channel === 'sms') return { body: new URLSearchParams({ id, ref: reference, status: smsWords[said] }) }
  const statuses = [{ id, status: said, biz_opaque_callback_data: reference }]
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entry: [{ changes: [{ value: { statuses } }] }] }),
  }
}
