import { paperLimit, pictureLimits } from '#app/domain/core/fields.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { statementLimits } from '#app/integrations/statements/statement.ts'
import type { Allotment } from './body-budget.ts'

/** Bytes of a form; files come with their own routes and limit. The largest, of fifty lines, has a tenth of it. */
const bodyLimit = 500_000

/**
 * The limits of bodies with a file, and of the file: that is smaller, so that the form can show the error. For a body beyond its
 * limit a plain page shows it.
 */
const fileRoutes: readonly { route: RegExp; body: number; file: number }[] = [
  { route: /^\/profile\/avatar$/, body: 5_000_000, file: pictureLimits.bytes },
  { route: /^\/student\/photo\/[^/]+$/, body: 5_000_000, file: pictureLimits.bytes },
  {
    route: /^\/(program|subject|infaq-type|zakat-type)\/image\/[^/]+$/,
    body: 5_000_000,
    file: pictureLimits.bytes,
  },
  { route: /^\/setting\/brand\/picture\/[^/]+$/, body: 5_000_000, file: pictureLimits.bytes },
  { route: /^\/register\/organisation\/[^/]+\/documents$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/register\/documents$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/payment\/slip\/[^/]+$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/setting\/bank\/change$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/setting\/duitnow\/edit$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/family\/file\/[^/]+$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/zakat-type\/authority\/[^/]+$/, body: 6_000_000, file: paperLimit.bytes },
  { route: /^\/bank-statement\/new$/, body: 12_000_000, file: statementLimits.bytes },
  { route: /^\/import\/new$/, body: 12_000_000, file: sheetLimits.bytes },
]

const fileRouteOf = (path: string) => fileRoutes.find(({ route }) => route.test(path))

export function bodyLimitOf(path: string): number {
  return fileRouteOf(path)?.body ?? bodyLimit
}

/** Undefined for a path that takes no files. */
export const fileLimitOf = (path: string): number | undefined => fileRouteOf(path)?.file

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** The client left before its body was complete, so there is nobody to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone'
}

/** The client sends so slowly that its body would never be complete, or has stopped. */
export class BodyTooSlow extends Error {
  override name = 'BodyTooSlow'
}

/** Milliseconds: without a byte, and for a body apart from the time that its length takes. */
const patience = { silentMs: 15_000, wholeMs: 20_000 }

/** Bytes in a second, of the slowest line on which a photo can be sent at all. */
const slowestRate = 16_000

export interface Reading {
  limit?: number
  /** Where the bytes are counted that this process holds of all bodies. */
  allotment?: Allotment
  patience?: typeof patience
}

/**
 * The body in memory. Refuses what is longer than the limit (BodyTooLarge, before reading on), comes too slowly
 * (BodyTooSlow) or finds no room beside the others (BodiesFull).
 */
export async function wholeBody(
  request: Request,
  { limit = bodyLimit, allotment, ...timing }: Reading = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request, { size: announced || limit, ...timing })) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    await allotment?.take(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as a stream, for a route that also stores what it refuses, such as the callback of a gateway. */
export function bodyStream(request: Request): ReadableStream<Uint8Array> {
  const chunks = chunksOf(request, {})
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })
}

/** The bytes up to the limit, and how many there were in all. */
export async function firstBytes(request: Request, limit: number): Promise<{ bytes: Buffer; size: number }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size))
    size += chunk.length
    if (size > bodyLimit * 2) break
  }
  return { bytes: Buffer.concat(chunks), size }
}

/**
 * The chunks of a body of up to `size` bytes. One that is cut off may never end, so the request's signal ends the loop
 * (ClientGone), and so does one that comes too slowly (BodyTooSlow).
 */
async function* chunksOf(
  { body, signal }: Request,
  {
    size = bodyLimit,
    patience: { silentMs, wholeMs } = patience,
  }: { size?: number; patience?: typeof patience } = {},
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  const end = performance.now() + wholeMs + (size / slowestRate) * 1_000
  let fail = (_: Error) => {}
  const broken = new Promise<never>((_, reject) => {
    fail = reject
  })
  broken.catch(() => {})
  const leave = () => fail(new ClientGone())
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  let done = false
  try {
    for (;;) {
      const left = Math.min(silentMs, end - performance.now())
      const timer = setTimeout(() => fail(new BodyTooSlow()), Math.max(0, left))
      const read = await Promise.race([reader.read(), broken])
        .catch((error) => {
          throw error instanceof BodyTooSlow ? error : new ClientGone()
        })
        .finally(() => clearTimeout(timer))
      done = read.done
      if (read.done) return
      yield read.value
    }
  } finally {
    signal.removeEventListener('abort', leave)
    // what is left is no longer asked for; the listener throws it away
    if (!done) void reader.cancel().catch(() => {})
    reader.releaseLock()
  }
}
