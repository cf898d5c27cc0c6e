import type { Letter, ReaderSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { type DomainNews, mostMisses } from '#app/domain/organisation/own-domain/own-domain.ts'
import { paths } from '#app/paths.ts'

/** To who may set it up: what has become of the organisation's domain, and what there is to do. */
export function ownDomainLetter(
  { what, domain, reason }: { what: DomainNews; domain: string; reason: string | null },
  { t, origin, organisation, reader }: Omit<ReaderSetting, 'locale'>,
): Letter {
  const sender = senderOf(organisation)
  const values = { domain: lineOf(domain), days: mostMisses, origin: origin.replace(/^https?:\/\//, '') }
  return {
    subject: t(`mail.own_domain.${what}.subject`, values),
    greeting: greetingOf(reader, t),
    paragraphs: [t(`mail.own_domain.${what}.text`, values), t('mail.own_domain.stays', values)],
    facts: [
      { label: t('domain.domain'), value: lineOf(domain) },
      ...(what === 'off' && reason ? [{ label: t('domain.off_reason'), value: lineOf(reason, 300) }] : []),
    ],
    action: { label: t('mail.own_domain.see'), url: origin + paths.setting.domain() },
    sender: sender.lines,
    note: t('mail.own_domain.note', { organisation: sender.name }),
  }
}
