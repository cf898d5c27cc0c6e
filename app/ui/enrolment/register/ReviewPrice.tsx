import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import { paths } from '#app/paths.ts'
import type { reviewed } from '#app/server/register/reviewed.ts'
import { Entries } from '#app/ui/core/page/Entries.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Sums } from '#app/ui/core/page/Sums.tsx'
import { priceWords } from './price.ts'

type Reviewed = Awaited<ReturnType<typeof reviewed>>

/** The classes of all children with their prices, and what they come to. */
export function ReviewPrice({ children, estimate }: Pick<Reviewed, 'children' | 'estimate'>) {
  const { t } = useTranslation()
  const chosen = children.flatMap(({ name, subjects }) =>
    subjects.map((subject) => ({ child: name, subject })),
  )
  if (chosen.length === 0) return null
  const { once, monthly, later, first } = estimate
  return (
    <Section
      title={t('register.steps.subjects')}
      actions={<a href={paths.register.subjects()}>{t('register.change')}</a>}
    >
      <Entries
        items={chosen.map(({ child, subject }) => ({
          title: subject.name,
          meta: [
            subject.seats !== 'open' && t(`register.seats.${subject.seats}`),
            child,
            subject.branch,
            weekWords(subject.schedule, t),
            priceWords(subject.price, t),
            subject.isOutsideAge && t('register.outside_age'),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      {first > 0 && (
        <>
          <Sums
            items={[
              ...(once > 0 ? [{ label: t('register.sum.once'), sen: once }] : []),
              ...(monthly > 0 ? [{ label: t('register.sum.monthly'), sen: monthly }] : []),
              ...later.map(({ frequency, sen }) => ({ label: t(`register.sum.${frequency}`), sen })),
            ]}
            total={{ label: t('register.sum.first'), sen: first }}
          />
          <p className="quiet small">
            {monthly > 0
              ? t('register.sum.estimate_monthly', { amount: formatRinggit(monthly) })
              : t('register.sum.estimate')}
          </p>
        </>
      )}
    </Section>
  )
}
