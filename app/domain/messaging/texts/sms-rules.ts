import { mixedWords, openedText } from './opened-text.ts'
import { askedData, namedData } from './sms-data.ts'
import { emailsIn, linksIn } from './sms-links.ts'
import { phoneNumbersIn } from './sms-numbers.ts'

/** What may not stand in an SMS in Malaysia (MCMC, since 1 September 2024), in the order in which it is named. */
export const refusedRules = ['link', 'email', 'number', 'data', 'lookalike'] as const
export type RefusedRule = (typeof refusedRules)[number]

/** What carriers may refuse, or readers may misunderstand. */
export const warnedRules = ['religion', 'data_mention'] as const
export type WarnedRule = (typeof warnedRules)[number]

/** `found` as it stands in the text, or as it reads without the tricks that hid it; at most 60 letters. */
export interface Finding<Rule> {
  rule: Rule
  found: string
}

export interface SmsVerdict {
  refused: Finding<RefusedRule>[]
  warned: Finding<WarnedRule>[]
}

/** Longer than any text that is sent; what is behind it is refused by its length. */
const longest = 5_000

/**
 * Judges the text of an SMS, without or with its prefix, and both before and after its placeholders are filled. Each rule
 * names at most one finding. The sentences are `refusal.announcement.sms_rule.<rule>` and
 * `sms_rule.warned.<rule>` (with `found`) in app/i18n.
 */
export function judgeSms(text: string): SmsVerdict {
  const part = text.slice(0, longest)
  const opened = openedText(part)
  const finders = {
    link: linksIn(opened),
    email: emailsIn(opened),
    number: phoneNumbersIn(opened),
    data: askedData(opened),
    lookalike: mixedWords(part),
  } satisfies Record<RefusedRule, string[]>
  const refused = refusedRules.flatMap((rule) => firstOf(rule, finders[rule], part))
  const asked = finders.data.length > 0
  return {
    refused,
    warned: [
      ...firstOf('religion', religiousWords(opened), part),
      ...(asked ? [] : firstOf('data_mention', namedData(opened), part)),
    ] as Finding<WarnedRule>[],
  }
}

/** As the writer wrote it, where the text has it so. */
function firstOf<Rule>(rule: Rule, [found]: string[], text: string): Finding<Rule>[] {
  if (found === undefined) return []
  const words = found.replace(/\s+/g, ' ').trim()
  const at = text.toLowerCase().indexOf(words)
  return [{ rule, found: (at < 0 ? words : text.slice(at, at + words.length)).slice(0, 60) }]
}

/** Wording of a religion and of giving to it: one provider lists it among refused content. */
const religious =
  /(?<![\p{L}\d])(?:infa[qk]|sedekah|zakat|fitrah|derma|wakaf|waqf|masjid|surau|musolla|gereja|kuil|tokong|gurdwara|kuffar|ustaz(?:ah)?|imam|quran|al-quran|khatam|tahlil|qurban|korban|solat|mosque|church|temple|bible|tithes?|alms|prayers?|sermon|mass|hymns?|allah|jesus|buddha|hindu|kristian|christian|islam(?:ik|ic)?|agama|religio(?:n|us))(?![\p{L}\d])/gu

const religiousWords = (opened: string) => [...opened.matchAll(religious)].map(([word]) => word)
