import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import { paths } from '#app/paths.ts'
import type { startOf } from '#app/server/register/start.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { TypedForm } from './AnswerFields.tsx'
import { agesWords, priceWords, shortSeatWord } from './offer-words.ts'

type Start = Awaited<ReturnType<typeof startOf>>

/** The first page of a registration: introduction, required documents, and the next step. */
export function StartPage(start: Start) {
  const { t } = useTranslation()
  const { organisation } = usePage()
  const { open, foreign, text, subject, begun, submittedRegistration } = start
  return (
    <NarrowFrame>
      <header className="lead">
        <h1>{t('register.title')}</h1>
        <p className="quiet">{t('register.at', { organisation: organisation.name })}</p>
      </header>
      {text
        .split(/\n{2,}/)
        .filter(Boolean)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      {subject && <OneSubject subject={subject} />}
      {!open ? (
        <Notice tone="warning" title={t('register.closed_title')}>
          <p>{t('register.closed')}</p>
        </Notice>
      ) : foreign ? (
        <Foreign />
      ) : begun ? (
        <GoOn begun={begun} />
      ) : (
        <>
          {submittedRegistration && (
            <p>
              <a href={paths.register.done()}>{t('register.handed_in_before')}</a>
            </p>
          )}
          <Begin {...start} />
          <p>
            <a href={paths.register.classes()}>{t('register.classes_link')}</a>
          </p>
        </>
      )}
    </NarrowFrame>
  )
}

function OneSubject({ subject }: { subject: NonNullable<Start['subject']> }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, name, program, branch, schedule, starts_on, price, seats, image_file } = subject
  return (
    <section className="section">
      <div className="head">
        <h2>{name}</h2>
        <StatusBadge {...shortSeatWord(seats, t)} />
      </div>
      {image_file && (
        <Portrait of={{ name, picture: paths.image.offered('subject', id, image_file) }} large look="thing" />
      )}
      <Facts
        items={[
          { label: t('subject.program_id'), value: program },
          { label: t('subject.branch_id'), value: branch },
          { label: t('register.ages.label'), value: agesWords(subject, t) ?? t('register.ages.all') },
          { label: t('subject.schedule'), value: weekWords(schedule, t, locale) },
          starts_on !== null && { label: t('subject.starts_on'), value: formatDate(starts_on, locale) },
          { label: t('register.price.label'), value: priceWords(price, t) },
        ]}
      />
      {seats !== 'open' && <p>{t(`register.subject_${seats}`)}</p>}
    </section>
  )
}

/** The first step, for a family without a draft: about the parent; who is signed in chooses for whom. */
function Begin({ subject, papers, own, isSignedIn, count, fields, today }: Start) {
  const { t } = useTranslation()
  const chosen = subject?.canBeChosen ? subject.id : undefined
  const back = subject ? paths.register.subject(subject.id) : paths.register.start()
  const search = chosen ? { subject: chosen } : {}
  return (
    <>
      {subject && !chosen && <p>{t('register.begin_without')}</p>}
      <details>
        <summary>{t('register.needed')}</summary>
        <ul>
          <li>{t('register.needed_numbers')}</li>
          {papers.map((kind) => (
            <li key={kind}>{t(`register.papers.${kind}`)}</li>
          ))}
          <li>{t('register.needed_time')}</li>
        </ul>
      </details>
      {!isSignedIn && (
        <p>
          {t('register.known_here')} <a href={paths.loginPhone({ to: back })}>{t('register.sign_in')}</a>
        </p>
      )}
      <section className="section">
        <p className="quiet small">{t('register.step', { number: 1, count })}</p>
        {own ? (
          <ForWhom own={own} search={search} />
        ) : (
          <>
            <h2>{t('register.about_you')}</h2>
            <TypedForm
              noun="parent"
              isFirst
              action={paths.register.parent(1, search)}
              fields={fields}
              answer={untouched}
              version={0}
              today={today}
              other={{ value: 'second', label: t('register.add_second') }}
            />
          </>
        )}
      </section>
    </>
  )
}

const untouched = { typed: {}, errors: {} }

/** A signed-in parent's own children, and the way to register a new one. */
function ForWhom({ own, search }: { own: NonNullable<Start['own']>; search: { subject?: string } }) {
  const { t } = useTranslation()
  const { name, phone, children, free } = own
  return (
    <>
      <h2>{t('register.for_whom')}</h2>
      {free && (
        <div className="actions">
          {children.map((child) => (
            <PostButton
              key={child.id}
              action={paths.register.studentAdd()}
              fields={{ student_id: child.id, ...search }}
            >
              {t('register.add_own', { name: child.name })}
            </PostButton>
          ))}
          <LinkButton href={paths.register.student(free, search)} look="primary">
            {t('register.add_child')}
          </LinkButton>
        </div>
      )}
      <p className="quiet">
        {t('register.own_hint', { name: [name, phone && unbrokenPhone(phone)].filter(Boolean).join(', ') })}{' '}
        <a href={paths.profile.edit()}>{t('register.own_change')}</a>
      </p>
    </>
  )
}

/** For a family with a draft, from this device or another. */
function GoOn({ begun }: { begun: NonNullable<Start['begun']> }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { steps, until, names } = begun
  const next = steps.find(({ isDone }) => !isDone) ?? steps.at(-1)!
  return (
    <>
      <section className="section">
        <div className="head">
          <h2>{t('register.begun')}</h2>
        </div>
        {names.length > 0 && <p>{names.join(', ')}</p>}
        <Entries
          items={steps.map(({ step, href, isDone }) => ({
            ...{ title: t(`register.steps.${step}`), href },
            status: step !== 'review' && (
              <StatusBadge
                status={isDone ? 'done' : 'open'}
                label={t(isDone ? 'register.step_done' : 'register.step_open')}
              />
            ),
          }))}
        />
      </section>
      <div className="lead">
        <LinkButton href={next.href} look="primary">
          {t('register.go_on')}
        </LinkButton>
        <p className="quiet small">
          {unbroken(t('register.kept', { date: formatDate(todayIn(until), locale) }))}{' '}
          <a href={paths.register.later()}>{t('register.later.link')}</a>
        </p>
      </div>
    </>
  )
}

/** The draft belongs to an account that is not signed in, so nothing of it is shown. */
function Foreign() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('register.foreign_title')}>
      <p>{t('register.foreign')}</p>
      <div className="actions">
        <LinkButton href={paths.loginPhone({ to: paths.register.start() })} look="primary">
          {t('register.sign_in')}
        </LinkButton>
        <ConfirmButton
          label={t('register.begin_new')}
          text={t('register.begin_new_question')}
          action={paths.register.forget()}
          confirm={t('register.begin_new')}
        />
      </div>
    </Notice>
  )
}
