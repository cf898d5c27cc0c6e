import { fileNames } from '#app/server/documents/attachment.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

interface MessageFile {
  kind: string
  name: string
  storage_key: string
  content_type: string
  size_bytes: number
}

/** A picture that was drawn anew when it was uploaded is shown; anything else is saved and never drawn under our name. */
export async function messageFile(context: RequestContext, file: MessageFile): Promise<Response> {
  const content = await fileOrRefuse(context, file.storage_key, 'not_found.file')
  const isPicture = file.kind === 'picture' && file.content_type.startsWith('image/')
  return new Response(content, {
    headers: {
      'content-type': file.content_type,
      'content-disposition': `${isPicture ? 'inline' : 'attachment'}; ${fileNames(file)}`,
      'content-length': String(file.size_bytes),
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}
