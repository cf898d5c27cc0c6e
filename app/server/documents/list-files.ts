import { firstRows } from '#app/print/first-rows.ts'
import { type ListFileFormat, listFiles } from '#app/print/list-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { TakenList } from './lists.ts'

/** A file for the reader's downloads. `name` is ours and plain ASCII. */
export function download(
  content: Uint8Array | ReadableStream<Uint8Array>,
  name: string,
  contentType: string,
  size = content instanceof Uint8Array ? content.length : undefined,
): Response {
  return new Response(content as BodyInit, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    },
  })
}

/** A list as a file, made while its reader waits; one that has not all rows says so in its last line. */
export async function listFile(
  { t }: RequestContext,
  { columns, page, file }: TakenList,
  format: ListFileFormat,
): Promise<Response> {
  const note = () => {
    const rows = firstRows(t, page.rows.length, page)
    return rows && `${rows}.`
  }
  const pieces: Uint8Array[] = []
  const { contentType, pieces: made } = listFiles[format]
  for await (const piece of made({ name: file, columns, chunks: [page.rows], note, t })) pieces.push(piece)
  return download(Buffer.concat(pieces), `${file}.${format}`, contentType)
}
