import { type Found, found } from './faults.ts'

const TEXTS = /"(?:[^"\\]|\\.)*"/g

/** Numbers as they were written, which a parsed document no longer shows: without an exponent, and not too long. */
export function numberFaults(sent: string, isLimited: boolean): Found[] {
  const bare = sent.replace(TEXTS, '""')
  const wrong: Found[] = []
  if (/\d[eE][+-]?\d/.test(bare)) wrong.push(found('CF440', 'Number', 'Invoice'))
  if (isLimited && /\d[\d.]{26}/.test(bare)) wrong.push(...longNumbers(sent))
  return wrong
}

function longNumbers(sent: string): Found[] {
  const wrong: Found[] = []
  for (const [, name = '', digits = ''] of sent.matchAll(
    /"(\w+)"\s*:\s*\[\s*\{[^{}[\]]*"_"\s*:\s*(-?[\d.]+)/g,
  )) {
    const { length } = digits.replace(/\D/g, '')
    if (length > 26) wrong.push(found('CF441', name, `Invoice..${name}`, name, length))
  }
  return wrong
}
