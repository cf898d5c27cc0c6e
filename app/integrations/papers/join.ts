import { decode } from '#app/integrations/decoding/decode.ts'

/** A thousand papers of two pages with pictures are far from it. */
const limits = { bytes: 600_000_000, seconds: 30, resultBytes: 100_000_000 }

/**
 * Several PDFs as one, with all their pages in order, under one title: in a process of its own, as all that reads PDFs,
 * though these are ours, so that the worker neither waits for it nor grows with it.
 */
export async function joinPdfs(parts: readonly Buffer[], title: string): Promise<Buffer> {
  const args = [title, ...parts.map(({ length }) => String(length))]
  return decode('#app/integrations/papers/join-decoder.ts', Buffer.concat(parts), { args, limits })
}
