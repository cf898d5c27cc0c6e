import { roles as tenantRoles } from '#app/domain/core/access/access.ts'
import { type Locale, locales } from '#app/i18n/locales.ts'

/** Quick guides, a manual for each role, the knowledge base, and what people agree to; in the order of the index. */
export const sections = ['start', 'manual', 'kb', 'legal'] as const
export type HelpSection = (typeof sections)[number]

/** Whom a paper is for. */
export const helpRoles = [...tenantRoles, 'operator', 'guest'] as const
export type HelpRole = (typeof helpRoles)[number]

/** A code of a refusal or the key of a label that a paper explains, and the heading under which it does. */
export interface Explained {
  key: string
  heading: string | null
}

/** One paper of the help centre in one language, as it is written. */
export interface Paper {
  locale: Locale
  section: HelpSection
  slug: string
  title: string
  /** One sentence, for lists and the search. */
  summary: string
  roles: readonly HelpRole[]
  explains: readonly Explained[]
  /** A plain date: of a legal paper, the day from which it holds. */
  version: string | null
  /** A plain date: when the paper was last written anew, where it says so. */
  updated: string | null
  /** Markdown. */
  body: string
}

/** Where the papers are, seen from the folder in which every process of the product runs. */
export const helpFolder = 'app/help'

/** The address of a paper; with a heading, the place in it. */
export const addressOfPaper = ({ section, slug }: Pick<Paper, 'section' | 'slug'>, heading?: string | null) =>
  `/help/${section}/${slug}${heading ? `#${heading}` : ''}`

/** For operators alone: shown on the main host, and to nobody in an organisation. */
export const isForOperators = ({ roles }: Pick<Paper, 'roles'>) => roles.every((role) => role === 'operator')

/** Fields of the front matter, those that may be left out with a question mark. */
const fields = ['title', 'summary', 'roles', 'explains?', 'version?', 'updated?'] as const

/**
 * Reads a paper: lines of `key: value` between `---`, lists in brackets, then Markdown. Throws an error that names the file
 * when its front matter is not as it must be.
 */
export function readPaper(locale: Locale, section: HelpSection, slug: string, source: string): Paper {
  const wrong = (what: string): never => {
    throw new Error(`${helpFolder}/${locale}/${section}/${slug}.md: ${what}`)
  }
  const [, front, body] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(source) ?? wrong('has no front matter')
  const given = new Map<string, string>()
  for (const line of front!.split(/\r?\n/)) {
    const [, key, value] = /^(\w+): *(.*?) *$/.exec(line) ?? wrong(`cannot read "${line}"`)
    if (!fields.some((field) => field.replace('?', '') === key)) wrong(`has no field called ${key}`)
    given.set(key!, unquoted(value!))
  }
  for (const field of fields)
    if (!field.endsWith('?') && !given.get(field)) wrong(`lacks its ${field.replace('?', '')}`)
  const roles = listOf(given.get('roles')!)
  const stranger = roles.find((role) => !helpRoles.includes(role as HelpRole))
  if (stranger !== undefined || roles.length === 0) wrong(`has no role called ${stranger}`)
  for (const field of ['version', 'updated'])
    if (given.has(field) && !/^\d{4}-\d\d-\d\d$/.test(given.get(field)!)) wrong(`${field} is no date`)
  return {
    ...{ locale, section, slug },
    title: given.get('title')!,
    summary: given.get('summary')!,
    roles: roles as HelpRole[],
    explains: listOf(given.get('explains') ?? '').map(explainedOf),
    version: given.get('version') ?? null,
    updated: given.get('updated') ?? null,
    body: body!.trim(),
  }
}

const unquoted = (value: string) => value.replace(/^(["'])(.*)\1$/, '$2')

/** `[a, b]`, or a single `a`. */
const listOf = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((one) => unquoted(one.trim()))
    .filter(Boolean)

/** `refusal.invoice.in_payment#somebody-is-paying`: the heading is optional. */
function explainedOf(text: string): Explained {
  const [key = '', heading] = text.split('#')
  return { key, heading: heading ?? null }
}

/** All papers that are shipped, by languages. They are read once, when the process starts. */
export const papers: readonly Paper[] = readPapers()

/**
 * Asked of the process rather than imported, as the languages are: forms name what is explained, and Vite builds
 * components for browsers as well, where no paper is read.
 */
function readPapers(): Paper[] {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (!fs) return []
  return locales.flatMap((locale) =>
    sections.flatMap((section) => {
      const folder = `${helpFolder}/${locale}/${section}`
      if (!fs.existsSync(folder)) return []
      return fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .sort()
        .map((name) =>
          readPaper(locale, section, name.slice(0, -3), fs.readFileSync(`${folder}/${name}`, 'utf8')),
        )
    }),
  )
}
