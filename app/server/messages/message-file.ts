import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

interface MessageFile {
  kind: string
  name: string
  storage_key: string
  content_type: string
  size_bytes: number
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/png': 'png',
}

/** A picture that was drawn anew when it was uploaded is shown; anything else is saved and never drawn under our name. */
export async function messageFile(context: RequestContext, file: MessageFile): Promise<Response> {
  const content = await fileOrRefuse(context, file.storage_key, 'not_found.file')
  const isPicture = file.kind === 'picture' && file.content_type.startsWith('image/')
  const ending = extensions[file.content_type]
  const name =
    ending && !file.name.toLowerCase().endsWith(`.${ending}`) ? `${file.name}.${ending}` : file.name
  const plain = name.normalize('NFKD').replace(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return new Response(content, {
    headers: {
      'content-type': isPicture ? file.content_type : ending ? file.content_type : 'application/octet-stream',
      'content-disposition': `${isPicture ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'content-length': String(file.size_bytes),
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}
