import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** What somebody got, and how long they waited. */
export interface Answer {
  status: number
  ms: number
}

/**
 * Milliseconds of each answer. One that a busy server turned away was never answered, however soon it said so; any
 * other that is no page is a mistake.
 */
export function waits(answers: readonly Answer[]): number[] {
  return answers.map(({ status, ms }) => {
    if (status === 503) return Number.POSITIVE_INFINITY
    if (status !== 200) throw new Error(`an answer with ${status} instead of 200`)
    return ms
  })
}

export interface Arrivals {
  /** No more are sent; the answers of all that were. */
  end(): Promise<Answer[]>
}

/** Lets them come for so many seconds; the answers of each. None goes on when another one fails. */
export async function during<A extends Arrivals[]>(
  seconds: number,
  ...arrivals: A
): Promise<{ [I in keyof A]: Answer[] }> {
  await setTimeout(seconds * 1_000)
  return Promise.all(arrivals.map((each) => each.end())) as Promise<{ [I in keyof A]: Answer[] }>
}

/** Sends so many a second at even distances, whether or not the earlier ones are answered, until it is ended. */
export function every(perSecond: number, send: () => Promise<Answer>): Arrivals {
  const begun = performance.now()
  const running: Promise<Answer>[] = []
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * perSecond
    while (running.length < due) running.push(send())
  }, 2)
  return {
    end() {
      clearInterval(timer)
      return Promise.all(running)
    },
  }
}

const kept = new Agent({ keepAlive: true })

/** A page, on a connection that is kept. */
export function visit(
  { port }: { port: number },
  path: string,
  headers: Record<string, string>,
): Promise<Answer> {
  return timed({ port, path, agent: kept, headers })
}

/** A form by a stranger, each of whom has an address of their own in 127/8, which Linux takes for this machine. */
export function post(
  { port }: { port: number },
  { host, path, stranger, body }: { host: string; path: string; stranger: number; body: URLSearchParams },
): Promise<Answer> {
  return timed(
    {
      ...{ port, method: 'POST', path, agent: false },
      localAddress: `127.${1 + (stranger >> 16)}.${(stranger >> 8) & 255}.${1 + (stranger & 127)}`,
      headers: {
        host,
        origin: `http://${host}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    },
    body.toString(),
  )
}

function timed(options: RequestOptions, body?: string): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...options }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - begun })
      })
    })
    sent.once('error', reject).end(body)
  })
}
