/** Bytes that a form may have; files come with their own routes and limit. */
export const bodyLimit = 1_000_000

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/**
 * The request with its whole body read, for an unsafe method, and without an abort signal: a closed tab must not cut
 * a running action short. Refuses (BodyTooLarge) what is longer than the limit, before reading on.
 */
export async function settled(request: Request, limit = bodyLimit): Promise<Request> {
  if (!request.body) return new Request(request, { signal: null })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  const { method, headers, url } = request
  return new Request(url, { method, headers, body: Buffer.concat(chunks), signal: null })
}
