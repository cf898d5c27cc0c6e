/** One part of a mail that is not itself a bundle of parts. */
export interface MimePart {
  contentType: string
  charset: string
  /** File name, for an attachment or an embedded picture. */
  name: string | undefined
  /** Content-ID without its brackets, by which HTML refers to an embedded picture. */
  contentId: string | undefined
  attached: boolean
  body: Buffer
}

export interface Mime {
  /** Headers in the order in which they came; names in lower case, values decoded. */
  headers: [name: string, value: string][]
  parts: MimePart[]
}

/** Reads a mail well enough to show what we have sent ourselves; not a parser for mail from strangers. */
export function readMime(source: Buffer): Mime {
  const { headers, parts } = readPart(source.toString('latin1'), 0)
  return { headers: headers.map(([name, value]) => [name, decodeWords(value)]), parts }
}

/** The first header of that name, decoded; empty when there is none. */
export function headerOf(mime: Pick<Mime, 'headers'>, name: string): string {
  return mime.headers.find(([key]) => key === name)?.[1] ?? ''
}

function readPart(text: string, depth: number): Mime {
  const end = /(?:^|\r?\n)\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  const body = end ? text.slice(end.index + end[0].length) : ''
  const headers = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  const type = parameters(headerOf({ headers }, 'content-type') || 'text/plain')
  const boundary = type.values.boundary
  if (type.main.startsWith('multipart/') && boundary && depth < 8) {
    const pieces = `\r\n${body}`.split(
      new RegExp(`\\r?\\n--${escapePattern(boundary)}(?:--)?[ \\t]*(?=\\r?\\n|$)`),
    )
    const parts = pieces
      .slice(1, -1)
      .flatMap((piece) => readPart(piece.replace(/^\r?\n/, ''), depth + 1).parts)
    return { headers, parts }
  }
  const disposition = parameters(headerOf({ headers }, 'content-disposition'))
  const name = disposition.values.filename ?? type.values.name
  const part: MimePart = {
    contentType: type.main,
    charset: type.values.charset ?? 'utf-8',
    name: name && decodeWords(name),
    contentId: headerOf({ headers }, 'content-id').replace(/^<|>$/g, '') || undefined,
    attached: disposition.main === 'attachment',
    body: decodeBody(body, headerOf({ headers }, 'content-transfer-encoding').toLowerCase()),
  }
  return { headers, parts: [part] }
}

/** `main; name=value; name*0*=utf-8''value` (RFC 2045, RFC 2231). */
function parameters(value: string): { main: string; values: Record<string, string> } {
  const [main = '', ...rest] = value.split(/;\s*(?=[^"]*(?:"[^"]*"[^"]*)*$)/)
  const values: Record<string, string> = {}
  for (const pair of rest) {
    const [, name, pieceEncoded, text = ''] = /^([^=*\s]+)(\*\d*\*?)?\s*=\s*"?(.*?)"?\s*$/.exec(pair) ?? []
    if (!name) continue
    const piece = pieceEncoded?.endsWith('*') ? decodePercent(text.replace(/^[\w-]*'[\w-]*'/, '')) : text
    values[name.toLowerCase()] = (values[name.toLowerCase()] ?? '') + piece
  }
  return { main: main.trim().toLowerCase(), values }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function decodeBody(text: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(text, 'base64')
  if (encoding === 'quoted-printable') return quotedPrintable(text.replace(/=[ \t]*\r?\n/g, ''))
  return Buffer.from(text, 'latin1')
}

function quotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** `=?utf-8?Q?...?=` (RFC 2047); the space between two such words is no space of the text. */
function decodeWords(text: string): string {
  return text
    .replace(/(=\?[^?\s]+\?[BQ]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?([^?\s]+)\?([BQ])\?([^?\s]*)\?=/gi, (_, charset: string, encoding: string, body: string) => {
      const bytes =
        encoding.toUpperCase() === 'B'
          ? Buffer.from(body, 'base64')
          : quotedPrintable(body.replaceAll('_', ' '))
      return decodeText(bytes, charset)
    })
}

/** Text of a part or word in its own charset; an unknown one is read as UTF-8. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
