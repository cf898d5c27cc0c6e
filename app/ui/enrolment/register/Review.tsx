import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { normalPhone, unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate, formatMonths, isPlainDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import { questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { NamedProblem, reviewed, Told } from '#app/server/register/reviewed.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { RadioGroup } from '#app/ui/core/form/fields.tsx'
import { Entries, Facts, Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { choiceWord } from './AnswerFields.tsx'
import { priceWords, shortSeatWord } from './offer-words.ts'

type Reviewed = Awaited<ReturnType<typeof reviewed>>

/** Opens a page so that it leads back to the summary. */
const check = { check: '1' }

/** Parents, children and the organisation's questions, each with a link to change it. */
export function ReviewPeople({
  own,
  parents,
  children,
  family,
  hasSecond,
}: Pick<Reviewed, 'own' | 'parents' | 'children' | 'family' | 'hasSecond'>) {
  const { t } = useTranslation()
  const change = (href: string) => <a href={href}>{t('register.change')}</a>
  return (
    <>
      {own && (
        <Section title={own.name}>
          <Facts items={[{ label: t('parent.phone'), value: unbrokenPhone(own.phone) }]} />
        </Section>
      )}
      {parents.map(({ place, told }) => (
        <Section
          key={place}
          title={t(place === 1 ? 'register.about_you' : 'register.second_parent')}
          actions={change(paths.register.parent(place, check))}
        >
          <ToldFacts noun="parent" told={told} />
        </Section>
      ))}
      {!hasSecond && (
        <p>
          <a href={paths.register.parent(2, check)}>{t('register.add_second_link')}</a>
        </p>
      )}
      {children.map(({ place, name, told, isKnown }) => (
        <Section
          key={place}
          title={name}
          actions={(!isKnown || told.length > 0) && change(paths.register.student(place, check))}
        >
          {told.length > 0 ? (
            <ToldFacts noun="student" told={told} />
          ) : (
            <p className="quiet">{t('register.known_child')}</p>
          )}
        </Section>
      ))}
      {family.length > 0 && (
        <Section title={t('register.titles.questions')} actions={change(paths.register.documents(check))}>
          <ToldFacts noun="student" told={family} />
        </Section>
      )}
    </>
  )
}

function ToldFacts({ noun, told }: { noun: 'parent' | 'student'; told: readonly Told[] }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <Facts
      items={told.map(({ field, value }) => ({
        label: field.question ? questionWords(field.question, locale) : t(`${noun}.${field.name}`),
        value: answerWords(field, value),
      }))}
    />
  )

  function answerWords(field: Told['field'], value: string): string {
    if (field.kind === 'tel') return unbrokenPhone(normalPhone(value) ?? value)
    if (field.kind === 'date') return isPlainDate(value) ? formatDate(value, locale) : value
    return field.values ? choiceWord(field, value, t, locale) : value
  }
}

/** Uploaded documents. */
export function ReviewPapers({ papers, asksPapers }: Pick<Reviewed, 'papers' | 'asksPapers'>) {
  const { t, i18n } = useTranslation()
  if (!asksPapers) return null
  return (
    <Section
      title={t('register.titles.documents')}
      actions={<a href={paths.register.documents(check)}>{t('register.change')}</a>}
    >
      {papers.length === 0 && <p className="quiet">{t('register.no_documents')}</p>}
      <Facts
        items={papers.map(({ kind, label, child, file }) => ({
          label: [
            label ? questionWords({ label }, i18n.language as Locale) : t(`register.papers.${kind}`),
            child,
          ]
            .filter(Boolean)
            .join(', '),
          value: file,
        }))}
      />
    </Section>
  )
}

/** The classes of each child, with their prices. */
export function ReviewClasses({ children }: Pick<Reviewed, 'children'>) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return children.map(({ place, name, subjects }) => (
    <Section
      key={place}
      title={t('register.classes_of', { name })}
      actions={<a href={paths.register.subjectsOf(place, check)}>{t('register.change')}</a>}
    >
      {subjects.length === 0 && <p className="quiet">{t('register.no_classes')}</p>}
      <Entries
        items={subjects.map((subject) => ({
          title: subject.name,
          meta: [subject.branch, weekWords(subject.schedule, t, locale), priceWords(subject.price, t)]
            .filter(Boolean)
            .join(' · '),
          status: subject.seats !== 'open' && <StatusBadge {...shortSeatWord(subject.seats, t)} />,
        }))}
      />
    </Section>
  ))
}

/** What the first invoices will hold, line by line, and what comes after them. */
export function ReviewEstimate({ children, estimate }: Pick<Reviewed, 'children' | 'estimate'>) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const waits = children.some(({ subjects }) => subjects.some(({ seats }) => seats === 'waiting'))
  const { first, next } = estimate
  if (first.length === 0 && !next) return null
  const total = first.reduce((sum, { sen }) => sum + sen, 0)
  return (
    <Section title={t('register.estimate.title')}>
      {first.length > 0 && (
        <Sums
          items={first.map((line) => ({
            label: `${line.subject}, ${line.fee}`,
            note: periodWords(line),
            sen: line.sen,
          }))}
          total={{ label: t('register.estimate.total'), sen: total }}
        />
      )}
      <div className="quiet small">
        <p>{t('register.estimate.today')}</p>
        {first.some(({ is_share }) => is_share) && <p>{t('register.estimate.share')}</p>}
        {next && (
          <p>
            {t('register.estimate.next', {
              month: formatMonths(next.month, next.month, locale),
              amount: formatRinggit(next.sen),
            })}
          </p>
        )}
        {waits && <p>{t('register.estimate.waiting')}</p>}
      </div>
    </Section>
  )

  function periodWords({ from, until, is_share, discount_sen }: Reviewed['estimate']['first'][number]) {
    const period =
      from && until
        ? is_share
          ? [...new Set([from, until])].map((on) => formatDate(on, locale)).join(' – ')
          : formatMonths(from, until, locale)
        : t('register.estimate.once')
    const less = discount_sen > 0 && t('register.estimate.discount', { amount: formatRinggit(discount_sen) })
    return [period, less].filter(Boolean).join(' · ')
  }
}

/** Problems to solve before submitting, each linked to its page. */
export function ProblemList({ problems }: { problems: readonly NamedProblem[] }) {
  const { t, i18n } = useTranslation()
  if (problems.length === 0) return null
  return (
    <Notice tone="warning" title={t('register.problems.title', { count: problems.length })}>
      <ul>
        {problems.map((problem) => {
          const { href, words } = told(problem, t, i18n.language as Locale)
          return (
            <li key={href + words}>
              <a href={href}>{words}</a>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

function told(problem: NamedProblem, t: TFunction, locale: Locale): { href: string; words: string } {
  const child = problem.child ?? ''
  switch (problem.step) {
    case 'parent':
      return {
        href: paths.register.parent(problem.place, check),
        words: t('register.problems.parent', { place: problem.place, fields: names(problem, 'parent') }),
      }
    case 'student':
      return {
        href: paths.register.student(problem.place, check),
        words: t('register.problems.student', { child, fields: names(problem, 'student') }),
      }
    case 'family':
      return {
        href: paths.register.documents(check),
        words: t('register.problems.family', { fields: names(problem, 'student') }),
      }
    case 'no_student':
      return { href: paths.register.student(1), words: t('register.problems.no_student') }
    case 'no_subject':
      return {
        href: paths.register.subjectsOf(problem.place, check),
        words: t('register.problems.no_subject', { child }),
      }
    case 'subject':
      return {
        href: paths.register.subjectsOf(problem.place, check),
        words: t(`register.problems.subject_${problem.why}`, { child, subject: problem.name ?? '' }),
      }
    case 'paper': {
      const { kind } = problem.paper
      const paper = t(`register.papers.${kind}`)
      const words = child
        ? t('register.problems.paper_of', { child, paper })
        : t('register.problems.paper', { paper })
      return { href: paths.register.documents(check), words }
    }
  }

  function names({ fields }: Extract<NamedProblem, { fields: unknown }>, noun: string): string {
    return fields
      .map(({ name, question }) => (question ? questionWords(question, locale) : t(`${noun}.${name}`)))
      .join(', ')
  }
}

interface ProvePhoneProps {
  number: string
  channels: readonly ('sms' | 'whatsapp')[]
  of: FieldOf
}

/** Says that a code will come to the family's phone, and lets it choose the way where there are several. */
export function ProvePhone({ number, channels, of }: ProvePhoneProps) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        {unbroken(t('register.prove.text', { phone: unbrokenPhone(number) }))}{' '}
        <a href={paths.register.parent(1, check)}>{t('register.prove.other')}</a>
      </p>
      {channels.length > 1 && (
        <RadioGroup
          of={{ ...of, initialValue: channels[0]! }}
          label={t('register.prove.channel')}
          optional={false}
          options={channels.map((value) => ({ value, label: t(`register.prove.${value}`) }))}
        />
      )}
    </>
  )
}
