import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { TextLines } from '#app/ui/core/text/unbroken.tsx'
import { Goal, type GoalOf, limitsText } from './Goal.tsx'

interface Open {
  id: string
  code: string
  name: string
  description: string | null
  rate_sen: number | null
  closes_on: string | null
  min_sen: number | null
  max_sen: number | null
  image_file: string | null
  goal: GoalOf | null
}

interface Collector {
  id: string
  name: string
  city: string | null
  state: string | null
  href: string
}

interface Search {
  q: string
  page: number
  pages: number
  count: number
}

type OpenGivingPageProps = { kind: GivingKind } & (
  | { side: 'tenant'; online: boolean; rows: readonly Open[] }
  | { side: 'main'; rows: readonly Collector[]; search: Search }
)

/** What one may give for, or on the main host to whom. */
export function OpenGivingPage(props: OpenGivingPageProps) {
  const { t } = useTranslation()
  const { kind } = props
  const other = kind === 'infaq' ? 'zakat' : 'infaq'
  return (
    <NarrowFrame>
      <header className="lead">
        <h1>{t(`donation.give.${kind}`)}</h1>
        <p className="quiet">
          {t(props.side === 'main' ? `donation.to_whom.${kind}` : `donation.about.${kind}`)}
        </p>
      </header>
      {props.side === 'main' ? <Collectors {...props} /> : <Types {...props} />}
      <p>
        <a href={paths[other].open()}>{t(`donation.give.${other}`)}</a>
      </p>
    </NarrowFrame>
  )
}

function Types({ kind, online, rows }: { kind: GivingKind; online: boolean; rows: readonly Open[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (rows.length === 0) return <p>{t(`donation.none_open.${kind}`)}</p>
  return (
    <>
      {!online && <p>{t('donation.offline')}</p>}
      {rows.map(({ id, code, name, description, rate_sen, closes_on, image_file, goal, ...limits }) => (
        <Section key={id} title={name}>
          {image_file && (
            <Portrait
              of={{ name, picture: paths.image.offered(`${kind}_type`, id, image_file) }}
              large
              look="thing"
            />
          )}
          <TextLines text={description} />
          {goal && <Goal goal={goal} />}
          {rate_sen !== null && <p>{t('donation.each_person', { amount: formatRinggit(rate_sen) })}</p>}
          {limitsText(limits, t) && <p className="quiet small">{limitsText(limits, t)}</p>}
          {closes_on && (
            <p className="quiet small">{t('donation.until', { date: formatDate(closes_on, locale) })}</p>
          )}
          {online && (
            <LinkButton href={paths[kind].pay(code)} look="primary">
              {t(`donation.give_for.${kind}`, { name })}
            </LinkButton>
          )}
        </Section>
      ))}
    </>
  )
}

function Collectors({
  kind,
  rows,
  search,
}: {
  kind: GivingKind
  rows: readonly Collector[]
  search: Search
}) {
  const { t } = useTranslation()
  const { q, page, pages, count } = search
  const at = (to: number) => `?${new URLSearchParams({ ...(q ? { q } : {}), page: String(to) })}`
  return (
    <>
      {(q || pages > 1) && (
        <search className="group">
          <form className="fields">
            <div className="field">
              <label htmlFor="q">{t('donation.search')}</label>
              <input type="search" id="q" name="q" defaultValue={q} maxLength={100} enterKeyHint="search" />
            </div>
            <button type="submit">{t('register.search_go')}</button>
          </form>
          <p className="quiet" role="status">
            {t('donation.found', { count })}
          </p>
        </search>
      )}
      {rows.length > 0 ? (
        <Entries
          items={rows.map(({ name, city, state, href }) => ({
            ...{ title: name, href },
            meta: [city, state].filter(Boolean).join(', ') || undefined,
          }))}
        />
      ) : (
        <p>{t(q ? 'donation.none_found' : `donation.nobody.${kind}`)}</p>
      )}
      {pages > 1 && (
        <p className="actions">
          {page > 1 && <a href={at(page - 1)}>{t('register.page_before')}</a>}
          <span className="quiet">{t('register.page_of', { page, pages })}</span>
          {page < pages && <a href={at(page + 1)}>{t('register.page_after')}</a>}
        </p>
      )}
    </>
  )
}
