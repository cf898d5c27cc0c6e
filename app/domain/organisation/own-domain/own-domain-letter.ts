import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { type DomainNews, mostMisses } from '#app/domain/organisation/own-domain/own-domain.ts'
import { paths } from '#app/paths.ts'
import { superadminAccounts } from './change-own-domain.ts'
import { domainNews, type OwnDomainStatus, ownDomain } from './own-domain.ts'

interface DomainChange {
  what: DomainNews
  domain: string
  reason: string | null
}

/** Statuses in which each mail is still true when it is sent. */
const still: Record<DomainNews, OwnDomainStatus[]> = {
  verified: ['verified'],
  away: ['verified'],
  failed: ['failed'],
  off: ['failed'],
  on: ['pending', 'failed', 'verified'],
}

/** Tells superadmins about a change of the organisation's domain. Not sent if it is no longer true. */
export const ownDomainLetter = defineLetter<'domain.notify', DomainChange>({
  list: 'own-domain',
  async load(trx, payload, { entity }) {
    const what = domainNews.find((one) => one === payload.what)!
    const { domain, status, off_at, off_reason: reason } = await ownDomain(trx, entity.id)
    const holds = still[what].includes(status) && (what === 'off') === (off_at !== null)
    return domain && holds ? { what, domain, reason } : undefined
  },
  to: (trx, { user_id }) => recipientAmong(superadminAccounts(trx), user_id),

  compose({ what, domain, reason }, { t, origin, organisation, reader }) {
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
  },
})
