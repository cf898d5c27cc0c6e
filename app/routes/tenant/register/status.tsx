import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { withdrawnReason } from '#app/domain/enrolment/applications/application.ts'
import { withdrawApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import { applicationByCode } from '#app/domain/enrolment/applications/find-application.ts'
import { isOwed, registrationFee } from '#app/domain/enrolment/applications/registration-fee.ts'
import { submittedApplication } from '#app/domain/enrolment/online-registration/drafts.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { byPublicCode, codeOf, unlisted } from '#app/server/payments/public-page.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** An application for whoever has its code: how it stands for each child, and what comes next. */
export const handle = { access: 'guest', title: 'register.status.title', look: 'public' } satisfies Handle

export const headers = unlisted

const missing = 'not_found.application'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = codeOf(params, missing)
  const path = paths.application.status(code)
  return byPublicCode(context, { code, missing, path }, async (db) => {
    const application = await applicationByCode(db, code, context.locale)
    if (!application) return undefined
    const { estimate_sen } = await submittedApplication(db, application.id)
    const fee = await registrationFee(db, keysOf(context), application.id, context.today)
    return { code, application, estimate_sen, fee }
  })
}

/** The family takes it back. */
export async function action(args: ActionFunctionArgs) {
  const code = codeOf(args.params, missing)
  const page = paths.application.status(code)
  return submitVerb(args, noFields, page, async ({ trx, actor }) => {
    const number = await withdrawApplication(trx, actor, { public_code: code })
    return redirectWith(page, 'application_withdrawn', { number })
  })
}

type Application = Awaited<ReturnType<typeof loader>>['application']

export default function ApplicationStatusPage() {
  const { code, application, estimate_sen, fee } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { number, status, submitted_at, students, invoices, withdrawn_at } = application
  const isBegun = status === 'pending' && students.some((child) => child.status !== 'pending')
  return (
    <NarrowFrame>
      <header className="lead">
        <p className="quiet">{t('register.status.about', { number })}</p>
        <h1>{t(`register.status.heading.${withdrawn_at ? 'withdrawn' : status}`)}</h1>
        <p className="quiet small">
          {t('register.status.since', { time: formatInstant(submitted_at, locale) })}
        </p>
      </header>
      {isOwed(fee) && status === 'pending' ? (
        <Notice tone="warning">
          <p>{t('register.status.fee', { amount: formatRinggit(fee!.due_sen), number })}</p>
        </Notice>
      ) : (
        <p>{t(`register.status.next.${withdrawn_at ? 'withdrawn' : isBegun ? 'begun' : status}`)}</p>
      )}
      {status === 'pending' && fee?.payment && (
        <p>{t('register.status.fee_paid', { number: fee.payment.number })}</p>
      )}
      {invoices.length > 0 && (
        <Section title={t('register.status.invoices')}>
          <Entries
            items={invoices.map((invoice) => ({
              title: t('register.status.invoice', { number: invoice.number }),
              href: paths.invoice.status(invoice.public_code),
              meta: [
                invoice.child,
                invoice.balance_sen > 0 &&
                  t('register.status.due', { date: formatDate(invoice.due_on, locale) }),
              ]
                .filter(Boolean)
                .join(' · '),
              sen: invoice.balance_sen,
            }))}
          />
        </Section>
      )}
      {students.map((child) => (
        <Child key={child.place} child={child} t={t} locale={locale} withdrawn={Boolean(withdrawn_at)} />
      ))}
      {status === 'pending' && estimate_sen !== null && estimate_sen > 0 && (
        <p className="quiet">{t('register.status.estimate', { amount: formatRinggit(estimate_sen) })}</p>
      )}
      <p className="quiet small">{t('register.status.keep')}</p>
      {status === 'pending' && (
        <ConfirmButton
          label={t('register.status.withdraw')}
          text={t('register.status.withdraw_question')}
          action={paths.application.status(code)}
          confirm={t('register.status.withdraw_yes')}
        />
      )}
      {status === 'rejected' && (
        <p>
          <a href={paths.register.start()}>{t('register.status.again')}</a>
        </p>
      )}
    </NarrowFrame>
  )
}

interface ChildProps {
  child: Application['students'][number]
  t: TFunction
  locale: string
  withdrawn: boolean
}

function Child({ child, t, locale, withdrawn }: ChildProps) {
  const { name, status, reason, subjects } = child
  return (
    <Section title={name}>
      <Entries
        items={subjects.map((subject) => ({
          title: subject.name,
          meta: [
            subject.branch,
            // Nobody knows when a place on the waiting list becomes one in the class.
            !subject.is_waiting &&
              subject.starts_on &&
              t('register.starts_on', { date: formatDate(subject.starts_on, locale) }),
          ]
            .filter(Boolean)
            .join(' · '),
          status: badge(status, subject.is_waiting, t, withdrawn),
        }))}
      />
      {reason && reason !== withdrawnReason && (
        <Notice title={t('register.status.reason')}>
          <p>{reason}</p>
        </Notice>
      )}
    </Section>
  )
}

/** A child that has its place in school may still wait for one of its classes. */
function badge(status: Application['status'], isWaiting: boolean, t: TFunction, withdrawn: boolean) {
  if (withdrawn && status === 'rejected')
    return <StatusBadge status="withdrawn" label={t('register.status.withdrawn')} />
  const waits = isWaiting && status !== 'rejected'
  return (
    <StatusBadge
      status={waits ? 'waitlisted' : status}
      label={t(`register.status.states.${waits ? 'waiting' : status}`)}
    />
  )
}
