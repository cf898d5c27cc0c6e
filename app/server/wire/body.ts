import { paperLimit, pictureLimits } from '#app/domain/core/fields.ts'
import { fileLimit } from '#app/domain/messaging/announcements/announcement.ts'
import { pkcs12Limits } from '#app/integrations/certificates/pkcs12.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { statementLimits } from '#app/integrations/statements/statement.ts'
import type { Allotment } from './body-budget.ts'

/** Bytes of a form; files come with their own routes and limit. The largest, of fifty lines, has a tenth of it. */
const bodyLimit = 500_000

interface FileRoute {
  route: RegExp
  /** Bytes of the body. */
  body: number
  /** Bytes of the file. */
  file: number
  /** The key of what the field of the file is called on its page; each page has one. */
  label: string
}

/**
 * The limits of bodies with a file, and of the file: that is smaller, so that the form can show the error. For a body beyond its
 * limit a plain page shows it.
 */
const fileRoutes: readonly FileRoute[] = [
  { route: /^\/profile\/avatar$/, body: 5_000_000, file: pictureLimits.bytes, label: 'profile.picture' },
  {
    route: /^\/student\/photo\/[^/]+$/,
    body: 5_000_000,
    file: pictureLimits.bytes,
    label: 'profile.picture',
  },
  {
    route: /^\/(program|subject|infaq-type|zakat-type)\/image\/[^/]+$/,
    body: 5_000_000,
    file: pictureLimits.bytes,
    label: 'profile.picture',
  },
  {
    route: /^\/setting\/brand\/picture\/[^/]+$/,
    body: 5_000_000,
    file: pictureLimits.bytes,
    label: 'profile.picture',
  },
  {
    route: /^\/register\/organisation\/[^/]+\/documents$/,
    body: 6_000_000,
    file: paperLimit.bytes,
    label: 'front.file',
  },
  // Several files at once; no body may be longer than one sender has room for.
  { route: /^\/register\/documents$/, body: 16_000_000, file: paperLimit.bytes, label: 'front.file' },
  { route: /^\/payment\/slip\/[^/]+$/, body: 6_000_000, file: paperLimit.bytes, label: 'transfer_slip.file' },
  {
    route: /^\/setting\/bank\/change$/,
    body: 6_000_000,
    file: paperLimit.bytes,
    label: 'bank_change.letter',
  },
  { route: /^\/setting\/duitnow\/edit$/, body: 6_000_000, file: paperLimit.bytes, label: 'duitnow.picture' },
  {
    route: /^\/announcement\/file\/[^/]+$/,
    body: 6_000_000,
    file: fileLimit.bytes,
    label: 'announcement.file',
  },
  { route: /^\/family\/file\/[^/]+$/, body: 6_000_000, file: paperLimit.bytes, label: 'family.file' },
  { route: /^\/leave\/new\/[^/]+$/, body: 6_000_000, file: paperLimit.bytes, label: 'leave_request.file' },
  {
    route: /^\/zakat-type\/authority\/[^/]+$/,
    body: 6_000_000,
    file: paperLimit.bytes,
    label: 'zakat_appointment.letter',
  },
  {
    route: /^\/bank-statement\/new$/,
    body: 12_000_000,
    file: statementLimits.bytes,
    label: 'bank_statement.file',
  },
  {
    route: /^\/einvoice\/settings\/certificate$/,
    body: 3_000_000,
    file: pkcs12Limits.bytes,
    label: 'einvoice_setting.file',
  },
  { route: /^\/import\/new$/, body: 12_000_000, file: sheetLimits.bytes, label: 'import.file' },
]

const fileRouteOf = (path: string) => fileRoutes.find(({ route }) => route.test(path))

export function bodyLimitOf(path: string): number {
  return fileRouteOf(path)?.body ?? bodyLimit
}

/** Undefined for a path that takes no files. */
export const fileLimitOf = (path: string): number | undefined => fileRouteOf(path)?.file

/** The key of what the file is called that this page takes. */
export const fileLabelOf = (path: string): string | undefined => fileRouteOf(path)?.label

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
  /** The name of the file that was too large, where the body had come to it. */
  readonly file: string | undefined
  constructor(file?: string) {
    super()
    this.file = file
  }
}

/** The client left before its body was complete, so there is nobody to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone'
}

/** The client sends so slowly that its body would never be complete, or has stopped. */
export class BodyTooSlow extends Error {
  override name = 'BodyTooSlow'
}

/** Milliseconds: without a byte, and for a body apart from the time that what has arrived of it takes. */
const patience = { silentMs: 15_000, wholeMs: 20_000 }

/** Bytes in a second, of the slowest line on which a photo can be sent at all. */
const slowestRate = 16_000

export interface Reading {
  limit?: number
  /** Where the bytes are counted that this process holds of all bodies. */
  allotment?: Allotment
  /** Whether the name of a file that is too large is looked for. */
  names?: boolean
  patience?: typeof patience
}

/**
 * The body in memory. Refuses what is longer than the limit (BodyTooLarge, before reading on), comes too slowly
 * (BodyTooSlow) or finds no room beside the others (BodiesFull).
 */
export async function wholeBody(
  request: Request,
  { limit = bodyLimit, allotment, names = false, ...timing }: Reading = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw new BodyTooLarge(names ? await firstFileName(request, timing) : undefined)
  if (allotment?.whole) await takeRoom(allotment, announced || limit, request.signal)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request, timing)) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge(names ? fileNameIn([...chunks, chunk]) : undefined)
    if (allotment && !allotment.whole) await takeRoom(allotment, chunk.length, request.signal)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Bytes at the beginning of a body in which the head of its file is looked for. */
const headBytes = 16_384

/** The name of the file in a body of which no more than its beginning is read. */
async function firstFileName(
  request: Request,
  timing: Pick<Reading, 'patience'>,
): Promise<string | undefined> {
  if (!isMultipart(request)) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(request, timing)) {
      chunks.push(chunk.subarray(0, headBytes))
      size += chunk.length
      const found = fileNameIn(chunks)
      if (found || size >= headBytes) return found
    }
  } catch (error) {
    // that it is too large is known without its name
    if (error instanceof ClientGone) throw error
  }
  return undefined
}

const isMultipart = ({ headers }: Request) => (headers.get('content-type') ?? '').startsWith('multipart/')

/** As browsers write it (RFC 7578): UTF-8, with the quotation mark and line breaks percent-encoded. */
const fileHead = /^content-disposition: form-data; name="[^"\r\n]*"; filename="([^"\r\n]+)"/im

/** The name of the file whose head is in these bytes, at most eighty letters of it. */
function fileNameIn(chunks: readonly Uint8Array[]): string | undefined {
  const head = Buffer.concat(chunks.slice(0, 4)).toString('utf8', 0, headBytes)
  const name = fileHead
    .exec(head)?.[1]
    ?.replace(/%22/g, '"')
    .replace(/[\p{C}\u2028\u2029]/gu, '')
  return name ? [...name].slice(0, 80).join('') : undefined
}

/** Waits for room in memory, but not for a client that has left meanwhile (ClientGone). */
async function takeRoom(allotment: Allotment, bytes: number, signal: AbortSignal): Promise<void> {
  const leave = () => allotment.release()
  signal.addEventListener('abort', leave, { once: true })
  try {
    await allotment.take(bytes)
  } catch (error) {
    throw signal.aborted ? new ClientGone() : error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * The body as a stream, for a route that also stores what it refuses, such as the callback of a gateway. It ends with an
 * error when it comes too slowly (BodyTooSlow) or finds no room beside the others (BodiesFull).
 */
export function bodyStream(
  request: Request,
  { allotment, ...timing }: Pick<Reading, 'allotment' | 'patience'> = {},
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(request, timing)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      if (allotment) await takeRoom(allotment, value.length, request.signal)
      controller.enqueue(value)
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
 * The chunks of a body. One that is cut off may never end, so the request's signal ends the loop (ClientGone), and so does
 * one that comes too slowly (BodyTooSlow): its time grows with what has arrived, not with the length that it announces, so
 * that a byte now and then keeps no room in memory for minutes.
 */
async function* chunksOf(
  { body, signal }: Request,
  { patience: { silentMs, wholeMs } = patience }: { patience?: typeof patience } = {},
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let end = performance.now() + wholeMs
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
      end += (read.value.length / slowestRate) * 1_000
      yield read.value
    }
  } finally {
    signal.removeEventListener('abort', leave)
    // what is left is no longer asked for; the listener throws it away
    if (!done) void reader.cancel().catch(() => {})
    reader.releaseLock()
  }
}
