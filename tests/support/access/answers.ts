import { unzipped } from '#tests/support/jobs/zip.ts'

/** All that an answer tells in words: its headers and its body, a spreadsheet unpacked. */
export async function wordsOf(response: Response): Promise<string> {
  return (await readOnce(response)).words
}

/** The same, and the body by itself: to read a copy of an answer costs as much as a small page. */
export async function readOnce(response: Response): Promise<{ body: string; words: string }> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const bytes = Buffer.from(await response.arrayBuffer())
  const isSheet = bytes.length > 0 && response.headers.get('content-type')?.includes('spreadsheetml')
  const body = isSheet ? unzipped(bytes) : bytes.toString()
  return { body, words: `${headers}\n\n${body}` }
}

/**
 * The same without what is another each time: the request's id, the nonce, the form's key, what a form carries sealed,
 * and what was asked for.
 */
export function withoutChance(words: string, asked: readonly (string | undefined)[]): string {
  const [, request] = /^x-request-id: (.*)$/m.exec(words) ?? []
  return [request, ...asked]
    .filter((text) => text !== undefined)
    .reduce((text, one) => text.replaceAll(one, '?').replaceAll(encodeURIComponent(one), '?'), words)
    .replaceAll(/nonce-[^']*|nonce=\\?"[^"\\]*/g, 'nonce')
    .replaceAll(/name="(form_key|kept_form)"[^>]*/g, '$1')
}

/** A page without what is drawn at random and ids: what is looked for could be in them by chance. */
export const withoutIds = (words: string): string => withoutChance(words, []).replaceAll(idShape, 'ID')

const idShape = /[0-9a-f]{8}-[0-9a-f-]{27}/g
