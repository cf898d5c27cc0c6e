import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Verdict } from '#app/domain/core/signatures/signed-paper.ts'
import { checkedPaper } from '#app/domain/payments/verification/check-paper.ts'
import { paths } from '#app/paths.ts'
import { byPublicCode, codeOf, unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'

/** Whether a receipt or an invoice in somebody's hand is genuine and still holds; its QR code leads here. */
export const handle = { access: 'guest', title: 'verify.title', look: 'public' } satisfies Handle

export const headers = unlisted

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const missing = 'not_found.document'
  const code = codeOf(params, missing)
  const { search, searchParams } = new URL(request.url)
  const about = { code, missing, path: paths.verify.paper(code) + search } as const
  return byPublicCode(context, about, (db) => checkedPaper(db, code, searchParams))
}

const tones: Record<Verdict, Tone> = {
  genuine: 'good',
  reduced: 'wait',
  cancelled: 'bad',
  replaced: 'wait',
  altered: 'bad',
  unsigned: 'open',
}

export default function VerifiedPaper() {
  const { facts, titles, verdict, cancelled_on, less, differs, public_code } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { titleOfSeveral } = useTitles()
  const { kind, number, date, sen, payer, issuer } = facts
  const gone = cancelled_on && formatDate(cancelled_on, locale)
  const byKind = verdict === 'cancelled' || verdict === 'reduced'
  const words = byKind ? `verify.text.${verdict}.${kind}` : `verify.text.${verdict}`
  const less_sen = less.reduce((sum, { sen }) => sum + sen, 0)
  const page = kind === 'receipt' ? paths.payment.status(public_code) : paths.invoice.status(public_code)
  return (
    <NarrowFrame>
      <AmountHeader
        about={t(`verify.kind.${kind}`, { number })}
        sen={sen}
        settled={verdict === 'genuine'}
        status={<StatusBadge status={verdict} label={t(`verify.verdict.${verdict}`)} tone={tones[verdict]} />}
      />
      <p>
        {t(words, { date: gone, amount: formatRinggit(less_sen) })}
        {verdict === 'altered' && differs.map((name) => ` ${t(`verify.differs.${name}`)}`)}
      </p>
      <Facts
        items={[
          titles.length > 0 && { label: t('invoice.what_for'), value: titleOfSeveral(titles) },
          { label: t('verify.issuer'), value: issuer },
          { label: t(`verify.date.${kind}`), value: formatDate(date, locale) },
          { label: t(`verify.payer.${kind}`), value: payer },
          ...less.map(({ on, sen }) => ({
            label: t(`verify.less.${kind}`, { date: formatDate(on, locale) }),
            value: formatRinggit(sen),
          })),
          less_sen > 0 && !gone && { label: t('verify.left'), value: formatRinggit(facts.sen - less_sen) },
          gone ? { label: t('verify.cancelled_on'), value: gone } : null,
        ]}
      />
      <p>
        <a href={page}>{t(`verify.see.${kind}`)}</a>
      </p>
      <p>
        <a href={paths.verify.ask()}>{t('verify.another')}</a>
      </p>
    </NarrowFrame>
  )
}
