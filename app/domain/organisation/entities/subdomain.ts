import { protectedWords, reservedWords } from './reserved-words.ts'

/** Letters, digits and single hyphens; a letter first, never a hyphen last; 3 to 30 in all. */
const form = /^[a-z](?:[a-z0-9]|-(?=[a-z0-9])){1,28}[a-z0-9]$/

/** Its digits may be somebody's phone or identity card number. */
const personalNumber = /^[a-z]\d{9,12}$/

export type SubdomainProblem = 'entity.subdomain_form' | 'entity.subdomain_reserved'

/**
 * Why a subdomain (lower case) cannot be had, or undefined. A reserved word is refused alone and as the first or last
 * part of a hyphenated name; `lifted` gives one to whom it belongs, such as `sekolah` to a school. The names of banks,
 * authorities and payment networks are never given away.
 */
export function subdomainProblem(
  subdomain: string,
  { lifted = false }: { lifted?: boolean } = {},
): SubdomainProblem | undefined {
  if (!form.test(subdomain) || personalNumber.test(subdomain)) return 'entity.subdomain_form'
  if (standsIn(protectedWords, subdomain)) return 'entity.subdomain_reserved'
  if (!lifted && standsIn(reservedWords, subdomain)) return 'entity.subdomain_reserved'
  return undefined
}

function standsIn(words: readonly string[], subdomain: string): boolean {
  return words.some(
    (word) => subdomain === word || subdomain.startsWith(`${word}-`) || subdomain.endsWith(`-${word}`),
  )
}
