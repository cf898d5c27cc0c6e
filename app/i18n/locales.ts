/** The name of a folder beside this file. `my` is Malay here, though ISO calls it `ms`. */
export type Locale = string

interface LocaleFile {
  name: string
  /** BCP 47, for `lang`, Intl, plural rules and what browsers ask for. */
  tag: string
  /** Twelve short names, where those of Intl do not suit. */
  months?: string[]
}

/** Where the languages are, seen from the folder in which every process of the product runs. */
export const i18nFolder = 'app/i18n'

export const defaultLocale: Locale = 'en'

const files = readLocaleFiles()

/** Every folder with a `locale.json`, the default one first. */
export const locales: readonly Locale[] = [...files.keys()]

/**
 * Asked of the process rather than imported, because components name this file too and Vite builds them for browsers
 * as well. No page ships them; one that did would have to be told its language by the page.
 */
function readLocaleFiles(): Map<Locale, LocaleFile> {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (!fs) return new Map()
  const known = fs
    .readdirSync(i18nFolder, { withFileTypes: true })
    .filter((entry) => /^[a-z]{2,8}$/.test(entry.name))
    .map(({ name }) => [name, `${i18nFolder}/${name}/locale.json`] as const)
    .filter(([, file]) => fs.existsSync(file))
    .map(([locale, file]) => [locale, JSON.parse(fs.readFileSync(file, 'utf8'))] as [Locale, LocaleFile])
  const rank = (locale: Locale) => (locale === defaultLocale ? '' : locale)
  return new Map(known.sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1)))
}

export function isLocale(text: unknown): text is Locale {
  return typeof text === 'string' && files.has(text)
}

/** The default one when there is no such language (any more). */
export function knownLocale(text: string | null | undefined): Locale {
  return isLocale(text) ? text : defaultLocale
}

export function localeName(locale: Locale): string {
  return files.get(locale)?.name ?? locale
}

/** `ms-MY`. Our `my` is Malay; to Intl it would be Burmese. */
export function languageTag(locale: Locale): string {
  return files.get(locale)?.tag ?? locale
}

/** The one whose tag begins as this one does: `ms` of a browser is our `my`. */
export function localeOfTag(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split('-')
  return locales.find((locale) => languageTag(locale).toLowerCase().split('-')[0] === language)
}

/** January first. */
export function monthNames(locale: Locale): readonly string[] {
  let names = months.get(locale)
  if (!names) {
    const format = new Intl.DateTimeFormat(languageTag(locale), { month: 'short', timeZone: 'UTC' })
    names =
      files.get(locale)?.months ??
      Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month)))
    months.set(locale, names)
  }
  return names
}

const months = new Map<Locale, readonly string[]>()

/** In full, January first: `Disember`. */
export function fullMonthNames(locale: Locale): readonly string[] {
  let names = fullMonths.get(locale)
  if (!names) {
    const format = new Intl.DateTimeFormat(languageTag(locale), { month: 'long', timeZone: 'UTC' })
    names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month)))
    fullMonths.set(locale, names)
  }
  return names
}

const fullMonths = new Map<Locale, readonly string[]>()

/** In the order in which readers of a language look for them; digits count as numbers. */
export function sorted<T>(choices: readonly T[], wordOf: (choice: T) => string, locale: Locale): T[] {
  let collator = collators.get(locale)
  if (!collator) {
    collator = new Intl.Collator(languageTag(locale), { numeric: true, sensitivity: 'base' })
    collators.set(locale, collator)
  }
  const { compare } = collator
  return choices.toSorted((one, other) => compare(wordOf(one), wordOf(other)))
}

const collators = new Map<Locale, Intl.Collator>()
