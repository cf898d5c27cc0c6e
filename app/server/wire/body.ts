import { paperLimit, pictureLimits } from '#app/domain/core/fields.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { statementLimits } from '#app/integrations/statements/statement.ts'

/** Bytes of a form; files come with their own routes and limit. */
const bodyLimit = 1_000_000

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

/** Refuses (BodyTooLarge) what is longer than the limit, before reading on. */
export async function wholeBody(request: Request, limit = bodyLimit): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as a stream, for a route that also stores what it refuses, such as the callback of a gateway. */
export function bodyStream(request: Request): ReadableStream<Uint8Array> {
  const chunks = chunksOf(request)
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

/** The chunks of a body. One that is cut off never ends, so the request's signal ends the loop (ClientGone). */
async function* chunksOf({ body, signal }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let leave = () => {}
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(new ClientGone())
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
  })
  gone.catch(() => {})
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), gone])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', leave)
    reader.releaseLock()
  }
}
