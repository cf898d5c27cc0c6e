import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feesOfSubject } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { clashesOf } from '#app/domain/catalogue/subjects/clashes.ts'
import { mayReopen } from '#app/domain/catalogue/subjects/close-subject.ts'
import { enrolledIn, subject } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { type LinksOfClass, subjectFacts } from '#app/domain/catalogue/subjects/subject.ts'
import { attendanceInClass } from '#app/domain/classes/attendance/family-attendance.ts'
import { attendanceRate } from '#app/domain/classes/attendance/percent.ts'
import { nextSessions } from '#app/domain/classes/sessions/find-sessions.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { packageOpens } from '#app/server/features/feature-pages.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  ClashNotice,
  EnrolledSection,
  FeesSection,
  LinkSection,
} from '#app/ui/catalogue/subject/SubjectSections.tsx'
import { NextSessions } from '#app/ui/classes/session/NextSessions.tsx'
import { Image } from '#app/ui/core/crud/Image.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'subject.view', title: 'subject.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { row, may } = await openRow(args, subjects, subject)
  const db = await context.read()
  const { id } = row
  const seen = context.scope('subject.view')
  const [clashes, enrolled, fees, sessions, rates] = await Promise.all([
    may.edit ? clashesOf(db, seen, id) : [],
    context.can('enrolment.view') ? enrolledIn(db, context.scope('enrolment.view'), id) : undefined,
    context.can('subject_fee.view') ? feesOfSubject(db, id) : undefined,
    sessionsOf(context, id),
    ratesOf(context, id),
  ])
  return {
    row,
    may: {
      ...{ edit: may.edit, remove: may.remove, close: may.edit && row.status === 'active' },
      reopen: may.edit && mayReopen(row, context.today),
    },
    link: await registrationLink(context, row),
    // Families learn about their own children alone.
    counts: seen.scope !== 'own',
    links: linksOf(context, row),
    sessions,
    mayPrintRegister: context.can('attendance.edit'),
    mayAddSession: row.status === 'active' && context.can('attendance.create'),
    enrolled: enrolled?.map(({ student_id, ...one }) => ({
      ...one,
      rate_bp: rates?.get(student_id) ?? null,
    })),
    attendance: rates !== undefined,
    ...{ clashes, fees, mayCharge: context.can('subject_fee.create') && row.status === 'active' },
  }
}

/** How often each student came this year in basis points, for who may see it and where sessions are marked. */
async function ratesOf(context: RequestContext, subject_id: string) {
  if (!context.can('attendance.view') || !(await packageOpens(context, paths.attendance.list())))
    return undefined
  const scope = context.scope('attendance.view')
  const year = context.today.slice(0, 4)
  const counts = await attendanceInClass(await context.read(), scope, subject_id, year)
  return new Map([...counts].map(([id, of]) => [id, attendanceRate(of)]))
}

/** Its next sessions, for who may see some and where the organisation has them. */
async function sessionsOf(context: RequestContext, subject_id: string) {
  if (!context.can('attendance.view') || !(await packageOpens(context, paths.class_session.calendar())))
    return undefined
  const scope = context.scope('attendance.view')
  return nextSessions(await context.read(), scope, subject_id, context.today, 5)
}

/** The address that the office hands to families who shall begin with this class; none while it takes nobody. */
async function registrationLink(context: RequestContext, row: Awaited<ReturnType<typeof subject>>) {
  if (!row.registration_open || row.status !== 'active' || context.scope('subject.view').scope === 'own')
    return null
  if (!(await registrationIsOpen(await context.read()))) return null
  const address = context.site.origin + paths.register.subject(row.id)
  return { address, image: qrCode(address) }
}

/** The pages of what a class names, for who may open them. */
function linksOf(context: RequestContext, row: Awaited<ReturnType<typeof subject>>): LinksOfClass {
  const to = (noun: 'program' | 'module' | 'category', id: string | null) =>
    id && context.can(`${noun}.view`) ? paths[noun].view(id) : null
  const places = context.can('branch.view') ? context.scope('branch.view') : undefined
  const reached =
    places?.scope === 'all' || places?.scope === 'class' || places?.branch_ids.includes(row.branch_id)
  return {
    program: to('program', row.program_id),
    module: to('module', row.module_id),
    category: to('category', row.category_id),
    branch: reached ? paths.branch.view(row.branch_id) : null,
  }
}

export default function ViewSubject() {
  const {
    row,
    may,
    counts,
    link,
    links,
    clashes,
    enrolled,
    attendance,
    fees,
    mayCharge,
    sessions,
    mayAddSession,
    mayPrintRegister,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const version = String(row.version)
  return (
    <ResourceViewPage
      noun="subject"
      row={row}
      may={may}
      actions={
        <>
          {may.close && <LinkButton href={paths.subject.close(row.id)}>{t('subject.close')}</LinkButton>}
          {may.reopen && (
            <ConfirmButton
              label={t('subject.reopen')}
              text={t('subject.reopen_question', { name: row.name })}
              action={paths.subject.reopen(row.id)}
              confirm={t('subject.reopen')}
              fields={{ version }}
            />
          )}
        </>
      }
    >
      <ClashNotice clashes={clashes} />
      <Image noun="subject" row={row} mayEdit={may.edit} />
      <Facts
        columns={2}
        items={[
          ...subjectFacts(row, t, locale, links),
          row.closed_on !== null && {
            label: t('subject.closed_on'),
            value: formatDate(row.closed_on, locale),
          },
          { label: t('subject.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      {sessions && (
        <NextSessions subject={row} sessions={sessions} mayAdd={mayAddSession} mayPrint={mayPrintRegister} />
      )}
      {enrolled && <EnrolledSection row={row} enrolled={enrolled} attendance={attendance} counts={counts} />}
      {link && (
        <LinkSection address={link.address}>
          <QrCode image={link.image} label={t('registration_form.qr')} side={160} />
        </LinkSection>
      )}
      {fees && <FeesSection subject_id={row.id} fees={fees} mayCreate={mayCharge} />}
    </ResourceViewPage>
  )
}
