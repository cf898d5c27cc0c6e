import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import type {
  OfferedProgram,
  OfferedSubject,
  Price,
} from '#app/domain/enrolment/online-registration/offered.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { agesWords, priceWords, shortSeatWord } from './offer-words.ts'

type Row = Omit<OfferedSubject, 'fees'> & { price: Price }

interface OfferedPageProps {
  rows: readonly Row[]
  programs: readonly OfferedProgram[]
  /** Those with classes on offer; the classes of one are shown. */
  branches: readonly { id: string; name: string }[]
  search: { q: string; program: string; branch: string; page: number; pages: number; count: number }
  /** Online registration is open. */
  open: boolean
}

/** Classes on offer, by program, with weekly schedule, price and availability. */
export function OfferedPage({ rows, programs, branches, search, open }: OfferedPageProps) {
  const { t } = useTranslation()
  const { organisation } = usePage()
  const { q, program, pages } = search
  const groups = Map.groupBy(rows, ({ program_id }) => program_id)
  return (
    <NarrowFrame>
      <header className="lead">
        <h1>{t('register.classes')}</h1>
        <p className="quiet">{t('register.classes_at', { organisation: organisation.name })}</p>
      </header>
      {branches.length > 1 && <Branches branches={branches} chosen={search.branch} />}
      {(pages > 1 || q || program) && <Search search={search} programs={programs} />}
      {programs
        .filter(({ id }) => groups.has(id))
        .map(({ id, name, level, description, image_file }) => (
          <Section key={id} title={level ? `${name} (${level})` : name}>
            {image_file && (
              <Portrait
                of={{ name, picture: paths.image.offered('program', id, image_file) }}
                large
                look="thing"
              />
            )}
            {description?.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
              <p key={index}>{line}</p>
            ))}
            <Classes rows={groups.get(id)!} />
          </Section>
        ))}
      {rows.length === 0 && <p>{t(q || program ? 'register.none_found' : 'register.none_open')}</p>}
      <Pages {...search} />
      {open && (
        <LinkButton href={paths.register.start()} look="primary">
          {t('register.title')}
        </LinkButton>
      )}
    </NarrowFrame>
  )
}

function Classes({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Entries
      items={rows.map(({ id, name, schedule, starts_on, seats, price, ...ages }) => ({
        title: name,
        href: paths.register.subject(id),
        meta: [
          weekWords(schedule, t, locale),
          agesWords(ages, t),
          starts_on && t('register.starts_on', { date: formatDate(starts_on, locale) }),
          priceWords(price, t),
        ]
          .filter(Boolean)
          .join(' · '),
        status: <StatusBadge {...shortSeatWord(seats, t)} />,
      }))}
    />
  )
}

/** Links to the classes of each branch. */
function Branches({ branches, chosen }: { branches: OfferedPageProps['branches']; chosen: string }) {
  const { t } = useTranslation()
  return (
    <nav className="tabs" aria-label={t('subject.branch_id')}>
      {branches.map(({ id, name }) => (
        <a
          key={id}
          href={paths.register.classes({ branch: id })}
          aria-current={id === chosen ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

function Search({ search, programs }: Pick<OfferedPageProps, 'search' | 'programs'>) {
  const { t } = useTranslation()
  return (
    <search className="group">
      <form className="fields">
        <div className="field">
          <label htmlFor="q">{t('register.search')}</label>
          <input
            type="search"
            id="q"
            name="q"
            defaultValue={search.q}
            maxLength={100}
            enterKeyHint="search"
          />
        </div>
        <div className="field">
          <label htmlFor="program">{t('subject.program_id')}</label>
          <select id="program" name="program" defaultValue={search.program}>
            <option value="">{t('register.all_programs')}</option>
            {programs.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <input type="hidden" name="branch" value={search.branch} />
        <button type="submit">{t('register.search_go')}</button>
      </form>
      <p className="quiet" role="status">
        {t('register.found', { count: search.count })}
      </p>
    </search>
  )
}

function Pages({ q, program, branch, page, pages }: OfferedPageProps['search']) {
  const { t } = useTranslation()
  if (pages <= 1) return null
  const at = (other: number) =>
    `${paths.register.classes()}?${new URLSearchParams({ q, program, branch, page: String(other) })}`
  return (
    <p className="actions">
      {page > 1 && <a href={at(page - 1)}>{t('register.page_before')}</a>}
      <span className="quiet">{t('register.page_of', { page, pages })}</span>
      {page < pages && <a href={at(page + 1)}>{t('register.page_after')}</a>}
    </p>
  )
}
