import { CHECKSUM, type Signed } from './fields.ts'

/** More than ten times the longest AC or BC there is. */
export const MAX_BODY_BYTES = 64 * 1024

export type BodyFault =
  | 'too_large'
  | 'encoding'
  | 'duplicate_field'
  | 'missing_field'
  | 'ambiguous'
  | 'unsigned'

export type Body<Field extends string> =
  | { ok: true; fields: Signed<Field> }
  | { ok: false; reason: BodyFault; sent: ReadonlyMap<string, string> }

/**
 * Reads a URL-encoded message body that must hold the given fields and a checksum. Decodes once (UTF-8, `+` is a
 * space) and alters nothing after: a trimmed, collapsed or dropped value would no longer verify.
 * Line breaks around the body are FPX's habit and let through; a key sent twice makes the message ambiguous and is
 * refused; so is a `|` inside a value, since a checksum over joined values cannot tell where such a value ends, and a
 * holder's name could reach into the codes beside it. Fields beyond the list are unsigned and left out. Never throws.
 */
export function readBody<Field extends string>(
  raw: string | Uint8Array,
  fields: readonly Field[],
): Body<Field> {
  const sent = new Map<string, string>()
  const refuse = (reason: BodyFault): Body<Field> => ({ ok: false, reason, sent })

  if ((typeof raw === 'string' ? Buffer.byteLength(raw) : raw.byteLength) > MAX_BODY_BYTES)
    return refuse('too_large')
  const text = decode(raw)
  if (text === null) return refuse('encoding')

  let twice = false
  for (const [name, value] of new URLSearchParams(text.replace(/^[\r\n]+|[\r\n]+$/g, ''))) {
    twice ||= sent.has(name)
    sent.set(name, value)
  }
  if (twice) return refuse('duplicate_field')
  if (!fields.every((field) => sent.has(field))) return refuse('missing_field')
  if (fields.some((field) => sent.get(field)?.includes('|'))) return refuse('ambiguous')
  if (!sent.get(CHECKSUM)) return refuse('unsigned')

  const signed = [...fields, CHECKSUM].map((field) => [field, sent.get(field)])
  return { ok: true, fields: Object.fromEntries(signed) as Signed<Field> }
}

/** NUL bytes are refused too: a text column cannot keep them, so the message log could not either. */
function decode(raw: string | Uint8Array): string | null {
  try {
    const text = typeof raw === 'string' ? raw : new TextDecoder('utf-8', { fatal: true }).decode(raw)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
