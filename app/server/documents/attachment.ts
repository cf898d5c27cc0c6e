import { fileNameOf } from '#app/domain/core/documents/file-name.ts'

interface Attached {
  /** As a person gave it, in any letters, with or without the ending of its kind. */
  name: string
  content_type: string
  size_bytes: number
}

/** By which name a file is saved (`fileNameOf`), in the two forms of RFC 6266; it cannot end the header. */
export function fileNames(file: Pick<Attached, 'name' | 'content_type'>): string {
  const whole = fileNameOf(file)
  const plain = whole.normalize('NFKD').replace(/[^\w. -]/g, '_')
  return `filename="${plain}"; filename*=UTF-8''${encoded(whole)}`
}

/** A file that a person sent us, on its way to another: saved and never drawn, and kept by nobody on the way. */
export function attachment(
  content: ReadableStream<Uint8Array>,
  { name, content_type, size_bytes }: Attached,
): Response {
  return new Response(content, {
    headers: {
      'content-type': content_type,
      'content-disposition': `attachment; ${fileNames({ name, content_type })}`,
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
