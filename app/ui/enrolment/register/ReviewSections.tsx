import { useTranslation } from 'react-i18next'
import { normalPhone, unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate, isPlainDate } from '#app/domain/core/dates.ts'
import { questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { reviewed, Told } from '#app/server/register/reviewed.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { choiceWord } from './AnswerFields.tsx'

type Reviewed = Awaited<ReturnType<typeof reviewed>>

/** Parents, children and what the organisation itself asks, each with the way to change it. */
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

/** The papers that are there. */
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
