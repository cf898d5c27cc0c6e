import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { normalPhone, unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate, isPlainDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import { questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { NamedProblem, reviewed, Told } from '#app/server/register/reviewed.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Entries, Facts, Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { choiceWord } from './AnswerFields.tsx'
import { priceWords } from './offer-words.ts'

type Reviewed = Awaited<ReturnType<typeof reviewed>>

/** Parents, children and the organisation's questions, each with a link to change it. */
export function ReviewPeople({
  own,
  parents,
  children,
  family,
}: Pick<Reviewed, 'own' | 'parents' | 'children' | 'family'>) {
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
          actions={change(paths.register.parent(place))}
        >
          <ToldFacts noun="parent" told={told} />
        </Section>
      ))}
      {children.map(({ place, name, told, isKnown }) => (
        <Section
          key={place}
          title={name}
          actions={(!isKnown || told.length > 0) && change(paths.register.student(place))}
        >
          {told.length > 0 ? (
            <ToldFacts noun="student" told={told} />
          ) : (
            <p className="quiet">{t('register.known_child')}</p>
          )}
        </Section>
      ))}
      {family.length > 0 && (
        <Section title={t('register.steps.questions')} actions={change(paths.register.questions())}>
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
export function ReviewPapers({ papers }: Pick<Reviewed, 'papers'>) {
  const { t, i18n } = useTranslation()
  if (papers.length === 0) return null
  return (
    <Section
      title={t('register.steps.documents')}
      actions={<a href={paths.register.documents()}>{t('register.change')}</a>}
    >
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

/** Classes of all children with prices and total. */
export function ReviewPrice({ children, estimate }: Pick<Reviewed, 'children' | 'estimate'>) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
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
            weekWords(subject.schedule, t, locale),
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
        href: `${paths.register.parent(problem.place, isFurther(problem))}?check`,
        words: t('register.problems.parent', { place: problem.place, fields: names(problem, 'parent') }),
      }
    case 'student':
      return {
        href: `${paths.register.student(problem.place, isFurther(problem))}?check`,
        words: t('register.problems.student', { child, fields: names(problem, 'student') }),
      }
    case 'family':
      return {
        href: `${paths.register.questions()}?check`,
        words: t('register.problems.family', { fields: names(problem, 'student') }),
      }
    case 'no_student':
      return { href: paths.register.students(), words: t('register.problems.no_student') }
    case 'no_subject':
      return {
        href: paths.register.subjectsOf(problem.place),
        words: t('register.problems.no_subject', { child }),
      }
    case 'subject':
      return {
        href: paths.register.subjectsOf(problem.place),
        words: t(`register.problems.subject_${problem.why}`, { child, subject: problem.name ?? '' }),
      }
    case 'paper': {
      const { kind } = problem.paper
      const paper = t(`register.papers.${kind}`)
      const words = child
        ? t('register.problems.paper_of', { child, paper })
        : t('register.problems.paper', { paper })
      return { href: paths.register.documents(), words }
    }
  }

  function names({ fields }: Extract<NamedProblem, { fields: unknown }>, noun: string): string {
    return fields
      .map(({ name, question }) => (question ? questionWords(question, locale) : t(`${noun}.${name}`)))
      .join(', ')
  }
}

/** Whether all problems are on the person's second page. */
const isFurther = ({ fields }: Extract<NamedProblem, { fields: unknown }>) =>
  fields.every(({ further }) => further === true)

/** Asks for the code sent to the family's phone before submitting. */
export function ProvePhone({
  number,
  channels,
}: {
  number: string
  channels: readonly ('sms' | 'whatsapp')[]
}) {
  const { t } = useTranslation()
  return (
    <Section title={t('register.prove.title')} id="hand-in">
      <div className="lead">
        <p>{unbroken(t('register.prove.text', { phone: unbrokenPhone(number) }))}</p>
        <div className="actions">
          {channels.map((channel, index) => (
            <PostButton
              key={channel}
              action={paths.register.phone()}
              look={index === 0 ? 'primary' : 'plain'}
              fields={{ channel }}
            >
              {t(`register.prove.${channel}`)}
            </PostButton>
          ))}
        </div>
        <p>
          <a href={paths.register.parent(1)}>{t('register.prove.other')}</a>
        </p>
      </div>
    </Section>
  )
}
