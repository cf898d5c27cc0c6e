import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { databaseTime } from '#app/domain/core/clock.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { previewReminder, requestReminder } from '#app/domain/payments/reminders/change-reminder.ts'
import { lastReminderOf } from '#app/domain/payments/reminders/find-reminders.ts'
import { previewMessage } from '#app/domain/payments/reminders/preview-message.ts'
import { askForm, reminderLevels } from '#app/domain/payments/reminders/reminder.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { reminderWords } from '#app/server/reminders/preview.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { HiddenField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { ReminderPreview } from '#app/ui/payments/reminder/ReminderPreview.tsx'
import { newId } from '#db/id.ts'

/** Reminds one family by hand, of all that it owes. */
export const handle = { access: 'reminder.remind', title: 'reminder.new' } satisfies Handle

interface OwedRow {
  id: string
  number: string | null
  due_on: string
  balance_sen: number
}

const columns = columnsOf<OwedRow>()(
  { key: 'number', label: 'invoice.number', kind: 'number', room: 'who' },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date' },
  { key: 'balance_sen', label: 'reminder.left_sen', kind: 'money', room: 'much' },
)

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const scope = context.scope('reminder.remind')
  const db = await context.read()
  const [{ invoices, ...found }, told] = await Promise.all([
    previewReminder(db, scope, id, await databaseTime(db)),
    lastReminderOf(db, id, context.today),
  ])
  const preview = await previewMessage(db, scope, id, null, context.today)
  // What is not overdue yet is only said in the friendly tone.
  const isLate = preview.message.invoices.some(({ due_on }) => due_on < context.today)
  const levels = isLate ? reminderLevels : reminderLevels.slice(0, 1)
  return {
    words: await Promise.all(levels.map((level) => reminderWords(context, preview, level))),
    id,
    ...found,
    ...told,
    mayHold: context.can('reminder.hold'),
    // The message says all that the family owes; a page says no more than its reader may read.
    rows: invoices.flatMap(({ is_reached, state: _, ...one }) => (is_reached ? [one] : [])),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, askForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    const scope = context.scope('reminder.remind')
    const { name, leaves_at } = await requestReminder(trx, actor, scope, id, input, await databaseTime(trx))
    const at = formatInstant(leaves_at, context.locale)
    return redirectWith(paths.family.view(id), 'reminder_asked', { name, at })
  })

export default function AskReminder() {
  const found = useLoaderData<typeof loader>()
  const { id, name, rows, words, leaves_at, is_open, form_key } = found
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(askForm, useActionData<typeof action>(), { level: '1', form_key })
  const back = { label: t('family.of', { name }), href: paths.family.view(id) }
  if (rows.length === 0 || is_open || !leaves_at)
    return (
      <ViewPage title={t('reminder.new')} subtitle={name} back={back}>
        <Told {...found} />
        <Notice>{t(is_open ? 'refusal.reminder.open' : 'refusal.reminder.nothing_left')}</Notice>
      </ViewPage>
    )
  return (
    <EditPage
      title={t('reminder.new')}
      subtitle={name}
      back={back}
      submit={t('reminder.send')}
      form={form}
      noun="reminder"
    >
      <Told {...found} />
      <Table caption={t('reminder.about')} columns={columns} rows={rows} brief />
      <RadioGroup
        of={fields.level}
        label={t('reminder.level')}
        options={words.map(({ level }) => ({
          value: String(level),
          label: t(`reminder.levels.${level}`),
        }))}
      />
      {words.map((one) => (
        <ReminderPreview key={one.level} words={one} />
      ))}
      <p className="hint">{t('reminder.leaves_at', { at: formatInstant(leaves_at, locale) })}</p>
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

type Found = ReturnType<typeof useLoaderData<typeof loader>>

/** What the family was told last, and until when it is left in peace. */
function Told({ id, last, hold, mayHold }: Pick<Found, 'id' | 'last' | 'hold' | 'mayHold'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <Facts
        items={[
          {
            label: t('reminder.before'),
            value: last && (
              <a href={paths.reminder.view(last.id)}>
                {formatDate(last.day, locale)}: {t(`reminder.states.${last.state}`)}
              </a>
            ),
          },
          hold && {
            label: t('reminder_hold.plural'),
            value: t('reminder_hold.told', { date: formatDate(hold.ends_on, locale), reason: hold.reason }),
          },
        ]}
      />
      {mayHold ? (
        <p>
          <a href={paths.reminder.hold(id)}>{t('reminder_hold.submit')}</a>
        </p>
      ) : null}
    </>
  )
}
