import { currentDay } from '#app/domain/core/clock.ts'
import { endOfMonth, formatDate, startOfMonth } from '#app/domain/core/dates.ts'
import { invoiceTitle } from '#app/domain/core/invoicing/title.ts'
import { type LabelKey, labelKeys, type TenantLabels } from '#app/domain/core/labels/label.ts'
import { nounsIn } from '#app/domain/core/labels/spoken.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { defaultLocale, type Locale } from '#app/i18n/locales.ts'
import { resources } from '#app/i18n/resources.ts'
import type { Sentences } from '#app/i18n/sentences.ts'
import { staffMenu } from '#app/menu/staff-menu.ts'

/** All of it sentences that the product says. */
export interface LabelSamples {
  menu: string[]
  /** Heads of the list of invoices. */
  head: string[]
  sentences: string[]
  document: string[]
}

/** For each word, and for all of them together. */
const each = 3
const most = 16

/** With these words: those of one language, or all of ours when there are none. */
export function labelSamples(locale: Locale, labels: TenantLabels, organisation: string): LabelSamples {
  const { t } = i18nOf(locale, labels)
  const own = Object.keys(labels.byLocale[locale] ?? {}) as LabelKey[]
  const today = currentDay()
  const [from, until] = [startOfMonth(today), endOfMonth(today)]
  const first = { description: '', period_starts_on: from, period_ends_on: until }
  const month = { student: 'Alya', lines: 1, monthly: 1, periodic: 1, from, until, first }
  const values = {
    title: invoiceTitle(month, { t, locale }),
    organisation,
    amount: formatRinggit(25_000),
    due_on: formatDate(today, locale),
  }
  return {
    menu: staffMenu.flatMap(({ tabs }) => tabs.map(({ label }) => String(t(label)))),
    head: ['number', 'student', 'student_no', 'branch', 'total_sen', 'status'].map((key) =>
      String(t(`invoice.${key}`)),
    ),
    sentences: sentencesWith(own.length > 0 ? own : labelKeys.slice(0, 4)).map((key) => String(t(key))),
    document: [
      `${t('invoice.one')} INV-26-000042`,
      String(t('invoice.paper.online_hint')),
      String(t('mail.invoice.subject_open', values)),
      String(t('mail.invoice.text_open', values)),
    ],
  }
}

/** Short ones first, none with a placeholder, a few of each noun. */
function sentencesWith(nouns: readonly LabelKey[]): string[] {
  const chosen = new Set<string>()
  for (const noun of nouns) {
    const keys = (byNoun().get(noun) ?? []).filter((key) => !chosen.has(key))
    for (const key of keys.slice(0, each)) chosen.add(key)
  }
  return [...chosen].slice(0, most)
}

let known: Map<LabelKey, string[]> | undefined

/** The most telling ones first: those with several nouns. */
function byNoun(): Map<LabelKey, string[]> {
  if (known) return known
  const found = new Map<LabelKey, { key: string; sentence: string }[]>()
  for (const [key, sentence] of flat(resources[defaultLocale]!)) {
    if (sentence.includes('{{') || /_(one|other|zero)$/.test(key) || key.startsWith('setting.')) continue
    for (const noun of new Set(nounsIn(sentence)))
      found.set(noun, [...(found.get(noun) ?? []), { key, sentence }])
  }
  const weight = ({ sentence }: { sentence: string }) => (sentence.includes(' ') ? sentence.length : 200)
  known = new Map(
    [...found].map(([noun, sentences]) => [
      noun,
      sentences.sort((one, other) => weight(one) - weight(other)).map(({ key }) => key),
    ]),
  )
  return known
}

function flat(tree: Sentences, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
}
