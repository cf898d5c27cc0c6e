import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { reminderOf } from '#app/domain/payments/reminders/find-reminders.ts'
import { previewMessage } from '#app/domain/payments/reminders/preview-message.ts'
import type { ReminderLevel } from '#app/domain/payments/reminders/reminder.ts'
import { reminderSettings } from '#app/domain/payments/reminders/settings.ts'
import { paths } from '#app/paths.ts'
import { reminderWords } from '#app/server/reminders/preview.ts'
import { reminderByWhatsApp, whatsAppText } from '#app/server/reminders/whatsapp.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ReminderPreview } from '#app/ui/payments/reminder/ReminderPreview.tsx'

/** One reminder: whom it is to, what it is about, what became of it. */
export const handle = { access: 'reminder.view', title: 'reminder.one' } satisfies Handle

interface ToldRow {
  id: string
  number: string | null
  due_on: string
  step: string | null
  balance_sen: number
  left_sen: number
}

const columns = columnsOf<ToldRow>()(
  { key: 'number', label: 'invoice.number', kind: 'number', room: 'who' },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date' },
  { key: 'step', label: 'reminder.step', words: 'reminder.steps', room: 'wide' },
  { key: 'balance_sen', label: 'reminder.owed_then', kind: 'money', room: 'table' },
  { key: 'left_sen', label: 'reminder.left_sen', kind: 'money', room: 'much' },
)

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can } = context
  const id = idOf(params, 'not_found.reminder')
  const db = await context.read()
  const [{ row, rows }, { wording }] = await Promise.all([
    reminderOf(db, context.scope('reminder.view'), id, context.today),
    reminderSettings(db),
  ])
  const { phone, preferred_locale, ...told } = row
  const family = { parent: row.parent, phone, preferred_locale }
  const left = rows.filter(({ is_left }) => is_left)
  const maySend = row.state === 'waiting' && left.length > 0 && can('reminder.remind')
  const scope = context.scope('reminder.view')
  const words = maySend
    ? await reminderWords(
        context,
        await previewMessage(db, scope, row.parent_id, { id, level: Number(row.level) }, context.today),
        Number(row.level) as ReminderLevel,
      )
    : null
  return {
    row: told,
    rows: rows.map(({ public_code: _, status: __, student: ___, is_left: ____, ...one }) => one),
    whatsapp: reminderByWhatsApp(context, wording, family, left),
    maySend,
    words,
    whatsAppWords: maySend ? whatsAppText(context, wording, family, left) : null,
    isMoot: row.state === 'moot',
    mayHold: can('reminder.hold'),
  }
}

export default function ViewReminder() {
  const { row, rows, whatsapp, maySend, words, whatsAppWords, isMoot, mayHold } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (instant: string | Date | null) => instant && formatInstant(instant, locale)
  return (
    <ViewPage
      title={t('reminder.to_family', { name: row.parent })}
      subtitle={formatDate(row.day, locale)}
      back={{ label: t('reminder.plural'), href: paths.reminder.list() }}
      actions={
        <>
          {whatsapp ? <LinkButton href={whatsapp}>{t('reminder.whatsapp')}</LinkButton> : null}
          {mayHold ? (
            <LinkButton href={paths.reminder.hold(row.parent_id)}>{t('reminder_hold.new')}</LinkButton>
          ) : null}
        </>
      }
    >
      {maySend ? (
        <Notice tone="warning" title={t('reminder.waits')}>
          <p>{t('reminder.waits_text')}</p>
          {words ? <ReminderPreview words={words} whatsapp={whatsAppWords} /> : null}
          <div className="actions">
            <PostButton action={paths.reminder.send(row.id)} look="primary">
              {t('reminder.send')}
            </PostButton>
          </div>
        </Notice>
      ) : null}
      {isMoot ? <Notice>{t('reminder.moot')}</Notice> : null}
      <Facts
        columns={2}
        items={[
          {
            label: t('reminder.parent'),
            value: <a href={paths.family.view(row.parent_id)}>{row.parent}</a>,
          },
          { label: t('reminder.state'), value: t(`reminder.states.${row.state}`) },
          { label: t('reminder.level'), value: t(`reminder.levels.${row.level}`) },
          { label: t('reminder.owed_sen'), value: formatRinggit(row.owed_sen) },
          row.channel !== null && {
            label: t('reminder.channel'),
            value: t(`reminder.channels.${row.channel}`),
          },
          row.reason !== null && { label: t('reminder.reason'), value: t(`reminder.reasons.${row.reason}`) },
          row.state === 'planned' && { label: t('reminder.due_at'), value: at(row.due_at) },
          row.sent_at !== null && { label: t('reminder.sent_at'), value: at(row.sent_at) },
          // Nobody has pressed "send" yet, or nobody had to.
          (row.asker !== null || row.state === 'sent') && {
            label: t('reminder.asked_by'),
            value: row.asker ?? t('reminder.by_itself'),
          },
        ]}
      />
      <TableSection
        title={t('reminder.about')}
        columns={columns}
        rows={rows}
        open={({ id }) => paths.invoice.view(id)}
        brief
      />
    </ViewPage>
  )
}
