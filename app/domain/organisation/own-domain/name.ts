import { domainToASCII, domainToUnicode } from 'node:url'

type DomainProblem =
  | 'domain.invalid'
  | 'domain.ours'
  | 'domain.reserved'
  | 'domain.suffix'
  | 'domain.look_alike'

/** A name that may be asked for, or why not. `ascii` is what DNS knows, `unicode` what people read. */
type NamedDomain = { ascii: string; unicode: string; skeleton: string } | { problem: DomainProblem }

/** A name in DNS: labels of up to 63 letters, digits and hyphens, the last of which is no number. */
const form = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z])[a-z0-9-]{2,63}(?<!-)$/

/** Names that lead nowhere on the public internet (RFC 6761, RFC 8375 and what networks use among themselves). */
const nowhere = 'localhost local internal intranet private lan home corp invalid onion arpa alt'.split(' ')

/** Shared domains, below which anybody can register a name. */
const suffixes = new Set(
  (
    'com.my net.my org.my edu.my gov.my mil.my name.my biz.my com.sg edu.sg org.sg net.sg gov.sg com.bn edu.bn org.bn ' +
    'co.id or.id sch.id ac.id web.id co.th in.th ac.th co.uk org.uk ac.uk sch.uk com.au org.au edu.au net.au'
  ).split(' '),
)

/** Scripts of Malaysia none of whose letters is taken for one of a to z. */
const scripts = [/^\p{Script=Han}+$/u, /^\p{Script=Arabic}+$/u, /^\p{Script=Tamil}+$/u]

/**
 * Normalises a typed domain: a URL around it is accepted, and other letters are converted to punycode. Refuses look-alike
 * letters, our own host and names below it, and domains that nobody can own.
 * @param mainHost the operator's host, perhaps with a port
 */
export function domainNamed(typed: string, mainHost: string): NamedDomain {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/.]$/, '')
  const ascii = /[\s/:@?#\\%_]/.test(bare) ? '' : domainToASCII(bare)
  if (!form.test(ascii)) return { problem: 'domain.invalid' }
  const unicode = domainToUnicode(ascii)
  const skeletons = unicode.split('.').map(skeletonOf)
  if (skeletons.includes(undefined)) return { problem: 'domain.look_alike' }
  const skeleton = skeletons.join('.')
  const ours = mainHost.split(':')[0]!
  if ([ascii, skeleton].some((name) => isWithin(name, ours) || isWithin(ours, name)))
    return { problem: 'domain.ours' }
  if (nowhere.includes(ascii.split('.').at(-1)!)) return { problem: 'domain.reserved' }
  if (suffixes.has(ascii)) return { problem: 'domain.suffix' }
  return { ascii, unicode, skeleton }
}

const isWithin = (name: string, above: string) => name === above || name.endsWith(`.${above}`)

/**
 * The label without the marks on its letters; undefined where it holds a letter that can be taken for another one: of a
 * foreign alphabet that looks like ours, of two alphabets at once, or one of ours that is none of a to z.
 */
function skeletonOf(label: string): string | undefined {
  const plain = label.normalize('NFD').replace(/\p{Script=Inherited}/gu, '')
  if (/^[a-z0-9-]+$/.test(plain)) return plain
  const letters = label.replace(/[0-9-]/g, '')
  return scripts.some((script) => script.test(letters)) ? label : undefined
}

/** As people read it, of what DNS knows. */
export const readableDomain = (ascii: string): string => domainToUnicode(ascii)
