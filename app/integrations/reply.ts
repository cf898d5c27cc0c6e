/** Up to `limit` bytes as text; null for more: whatever answers at an address must not be able to fill the memory. */
export async function readText(response: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  const stream = response.body as AsyncIterable<Uint8Array> | null
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Why a call failed: `fetch` hides the reason one level down. */
export function failureOf(error: unknown): { why: 'timeout' | 'network'; detail: string } {
  const late = error instanceof DOMException && error.name === 'TimeoutError'
  return { why: late ? 'timeout' : 'network', detail: reasonOf(error) }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
