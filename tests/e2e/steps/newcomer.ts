import type { Locator, Page } from '@playwright/test'
import type { TFunction } from 'i18next'
import { i18nOf } from '#app/i18n/i18n.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'

/** An organisation that is new here, and how its people read and hold its pages. */
export interface Newcomer {
  name: string
  subdomain: string
  email: string
  account: string
  registrationNumber: string
  sellerId: string
  locale: Locale
  /** Of the screens of its people. */
  width: number
}

/** On small phones in Malay. */
export const melati: Newcomer = {
  name: 'Tadika Melati Indah',
  subdomain: 'melati-indah',
  email: 'pengetua@melati.test',
  account: '514088001234',
  registrationNumber: '202601012345',
  sellerId: 'SE00000777',
  locale: 'my',
  width: 360,
}

/** At desks in English. */
export const kenanga: Newcomer = {
  name: 'Kenanga Learning Centre',
  subdomain: 'kenanga-ipoh',
  email: 'head@kenanga.test',
  account: '514088005678',
  registrationNumber: '202601054321',
  sellerId: 'SE00000778',
  locale: 'en',
  width: 1280,
}

/** The browser of somebody of theirs. */
export const browserOf = ({ locale, width }: Newcomer) =>
  ({ language: languageTag(locale).startsWith('ms') ? 'ms' : 'en', width }) as const

/** Sentences as the product says them to these people. */
export const sentencesOf = ({ locale }: Pick<Newcomer, 'locale'>): TFunction =>
  i18nOf(locale).getFixedT(locale) as TFunction

/** A page found by what stands on it: fields by their labels, buttons and links by what they say. */
export function reading(page: Page, t: TFunction) {
  const main = page.getByRole('main')
  const named = (key: string, values?: object) => ({ name: t(key, { ...values }), exact: true })
  return {
    t,
    main,
    press: (key: string, values?: object) => main.getByRole('button', named(key, values)).click(),
    follow: (key: string, values?: object) => main.getByRole('link', named(key, values)).first().click(),
    /** A choice that is behind a sentence, which is opened first. */
    confirm: async (key: string, confirm: string, values?: object) => {
      await main.locator('summary', { hasText: t(key) }).click()
      await main.getByRole('button', named(confirm, values)).click()
    },
    field: (key: string): Locator => main.getByLabel(t(key), { exact: true }),
    fill: async (fields: Record<string, string>) => {
      for (const [key, value] of Object.entries(fields))
        await main.getByLabel(t(key), { exact: true }).fill(value)
    },
    choose: (key: string, what: string) => main.getByLabel(t(key), { exact: true }).selectOption(what),
  }
}
