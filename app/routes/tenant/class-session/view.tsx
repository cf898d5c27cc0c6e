import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mayChangeSession } from '#app/domain/classes/marking/window.ts'
import { mayRestore } from '#app/domain/classes/sessions/change-session.ts'
import { classSession, historyOf, linkedSessions } from '#app/domain/classes/sessions/find-sessions.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import { formatClock, formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useTimes } from '#app/ui/classes/session/times.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** One session: when, where, by whom, in which state, and what may be done with it. */
export const handle = { access: 'attendance.view', title: 'class_session.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { today, actor } = context
  const scope = context.scope('attendance.view')
  const id = idOf(params, 'not_found.class_session')
  const db = await context.read()
  const row = await classSession(db, scope, id, context.locale)
  const own = scope.scope === 'own'
  const [linked, history, edits] = await Promise.all([
    linkedSessions(db, scope, row),
    own ? [] : historyOf(db, id),
    reaches(context, 'attendance.edit', id),
  ])
  const inWindow = mayChangeSession(actor.roles, row.held_on, today)
  const going = row.status === 'planned' || row.status === 'open'
  const { note, clash, ...shown } = row
  return {
    row: { ...shown, note: own ? null : note, clash: own ? null : clash },
    ...{ linked, own },
    history: history.map(({ id, action, actor_name, actor_type, at }) => ({
      ...{ id, action, at, actor_name: actor_type === 'system' ? null : actor_name },
    })),
    classPage: context.can('subject.view') ? paths.subject.view(row.subject_id) : null,
    may: {
      print: edits,
      mark: edits && row.status !== 'cancelled' && row.held_on <= today,
      change: edits && going && inWindow,
      restore: edits && inWindow && mayRestore(row, today) && linked.replacement === null,
      makeup:
        row.status === 'cancelled' &&
        linked.replacement === null &&
        row.subject_status === 'active' &&
        (await reaches(context, 'attendance.create', id)),
    },
  }
}

/** Whether the reader may do this with the session. */
async function reaches(context: RequestContext, permission: Permission, id: string): Promise<boolean> {
  if (!context.can(permission)) return false
  const found = await sessionsIn(await context.read(), context.scope(permission))
    .select('class_session.id')
    .where('class_session.id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export default function ViewSession() {
  const { row, linked, history, own, classPage, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  const date = formatDate(row.held_on, locale)
  const said = (name: string | null, at: Date | string | null) =>
    at === null
      ? null
      : t('class_session.by_at', {
          name: name ?? t('class_session.automatic'),
          at: formatInstant(at, locale),
        })
  const ofDay = (other: { held_on: string; starts: string; ends: string }) =>
    t('class_session.of_day', { date: formatDate(other.held_on, locale), time: times(other) })
  const moved =
    row.planned_on !== null && (row.planned_on !== row.held_on || row.planned_starts !== row.starts)
  return (
    <ViewPage
      title={row.subject}
      subtitle={`${date}, ${times(row)}`}
      back={{ label: t('class_session.calendar'), href: paths.class_session.calendar({ day: row.held_on }) }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.mark && (
            <LinkButton href={paths.marking.mark(row.id)} look="primary">
              {t(row.status === 'confirmed' ? 'class_session.marks' : 'class_session.mark')}
            </LinkButton>
          )}
          {may.makeup && (
            <LinkButton href={paths.class_session.new({ replaces: row.id })} look="primary">
              {t('class_session.makeup')}
            </LinkButton>
          )}
          {may.change && (
            <>
              <LinkButton href={paths.class_session.edit(row.id)}>{t('class_session.edit')}</LinkButton>
              <LinkButton href={paths.class_session.cancel(row.id)}>{t('class_session.cancel')}</LinkButton>
            </>
          )}
          {may.print && (
            <a href={paths.marking.month(row.subject_id, { month: row.held_on.slice(0, 7) })}>
              {t('marking.register.print_month')}
            </a>
          )}
          {may.restore && (
            <ConfirmButton
              label={t('class_session.restore')}
              text={t('class_session.restore_question', { name: row.subject, date })}
              action={paths.class_session.restore(row.id)}
              confirm={t('class_session.restore')}
              fields={{ version: String(row.version) }}
              look="plain"
            />
          )}
        </>
      }
    >
      {row.clash && row.status === 'planned' && (
        <Notice tone="warning" title={t('class_session.clash')}>
          <p>{t(`class_session.clash_text.${row.clash}`)}</p>
        </Notice>
      )}
      {row.status === 'cancelled' && (
        <Notice title={t('class_session.cancel_reason')}>
          <p>{row.cancel_reason}</p>
        </Notice>
      )}
      <Facts
        columns={2}
        items={[
          { label: t('class_session.subject'), value: `${row.subject} (${row.code})`, href: classPage },
          { label: t('class_session.branch'), value: row.branch },
          { label: t('class_session.held_on'), value: date },
          { label: t('class_session.time'), value: times(row) },
          {
            label: t('class_session.minutes'),
            value: t('class_session.minutes_value', { minutes: row.minutes }),
          },
          { label: t('class_session.room'), value: row.room },
          { label: t('class_session.trainer'), value: row.trainer },
          { label: t('class_session.kind'), value: t(`class_session.kinds.${row.kind}`) },
          !own && { label: t('class_session.students'), value: String(row.students) },
          moved && {
            label: t('class_session.planned_as'),
            value: t('class_session.of_day', {
              date: formatDate(row.planned_on!, locale),
              time: formatClock(row.planned_starts!, locale),
            }),
          },
          linked.replaced !== null && {
            label: t('class_session.replaces'),
            value: ofDay(linked.replaced),
            href: paths.class_session.view(linked.replaced.id),
          },
          linked.replacement !== null && {
            label: t('class_session.replaced_by'),
            value: ofDay(linked.replacement),
            href: paths.class_session.view(linked.replacement.id),
          },
          !own &&
            row.opened_at !== null && {
              label: t('class_session.opened'),
              value: said(row.opener, row.opened_at),
            },
          !own &&
            row.confirmed_at !== null && {
              label: t('class_session.confirmed'),
              value: said(row.confirmer, row.confirmed_at),
            },
          !own &&
            row.reopened_at !== null && {
              label: t('class_session.reopened'),
              value: [said(row.reopener, row.reopened_at), row.reopen_reason].filter(Boolean).join(': '),
            },
          !own &&
            row.cancelled_at !== null && {
              label: t('class_session.cancelled_by'),
              value: said(row.canceller, row.cancelled_at),
            },
          row.topic !== null && { label: t('class_session.topic'), value: row.topic, wide: true },
          row.note !== null && { label: t('class_session.note'), value: row.note, wide: true },
        ]}
      />
      {history.length > 0 && (
        <Section title={t('class_session.history')}>
          <Timeline
            items={history.map(({ action, actor_name, at }) => ({
              title: t(`audit.actions.${action}`),
              at,
              text: actor_name ?? t('class_session.automatic'),
              tone: action === 'class_session.cancelled' ? 'off' : 'good',
            }))}
          />
        </Section>
      )}
    </ViewPage>
  )
}
