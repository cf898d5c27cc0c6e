/** The boundary of a multipart body, without the quotation marks that may be around it (RFC 2046). */
const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i

/** What stands between two fields of a form of this type; undefined for a body that is no form. */
function separatorOf(contentType: string): string | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return '&'
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const found = boundary.exec(contentType)
  return found ? `--${found[1] ?? found[2]}` : undefined
}

/**
 * Whether a body has more fields than `most`, before any of them is parsed: a parser makes objects of each, so that half a
 * megabyte of separators keeps the process from everybody else for a second. False for a body that is no form.
 */
export function hasMoreFields(bytes: Uint8Array, contentType: string | null, most: number): boolean {
  const separator = separatorOf(contentType ?? '')
  if (!separator) return false
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // of a multipart body there is one more at its end
  let left = separator === '&' ? most - 1 : most + 1
  for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + separator.length)) {
    left -= 1
    if (left < 0) return true
  }
  return false
}
