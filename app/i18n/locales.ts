/** Stored keys of the interface languages; `my` is Malay here (spec §9), though ISO calls it `ms`. */
export const locales = ['en', 'my'] as const
export type AppLocale = (typeof locales)[number]
export const defaultLocale: AppLocale = 'en'

/** How a language calls itself, for the switch. */
export const localeNames: Record<AppLocale, string> = { en: 'English', my: 'Bahasa Melayu' }

export function isLocale(text: unknown): text is AppLocale {
  return locales.includes(text as AppLocale)
}
