interface Attached {
  /** As a person gave it, in any letters. */
  name: string
  content_type: string
  size_bytes: number
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
}

/**
 * A file that a person sent us, on its way to another: saved and never drawn, under a name that cannot end the header
 * (RFC 6266), and kept by nobody on the way.
 */
export function attachment(
  content: ReadableStream<Uint8Array>,
  { name, content_type, size_bytes }: Attached,
): Response {
  const whole = `${name}.${extensions[content_type] ?? 'bin'}`
  const plain = whole.normalize('NFKD').replace(/[^\w. -]/g, '_')
  return new Response(content, {
    headers: {
      'content-type': content_type,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded(whole)}`,
      'content-length': String(size_bytes),
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Of what `encodeURIComponent` leaves, RFC 8187 has no quotes, brackets or stars. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
