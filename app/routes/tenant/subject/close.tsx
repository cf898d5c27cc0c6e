import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { proposeForClass } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import {
  closableMonths,
  closeSubject,
  countEnrolments,
  lastDayOf,
} from '#app/domain/catalogue/subjects/close-subject.ts'
import { subject } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { closeForm } from '#app/domain/catalogue/subjects/subject.ts'
import { addMonths, formatDate } from '#app/domain/core/dates.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { proposalWords } from '#app/server/payments/credit-notes.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { DateField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Closes a class, and with it the enrolments in it; says before how many those are. */
export const handle = { access: 'subject.edit', title: 'subject.close' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { today } = context
  const db = await context.read()
  const id = idOf(params, 'not_found.subject')
  const row = await subject(db, context.scope('subject.edit'), id)
  return {
    row,
    enrolments: await countEnrolments(db, id),
    on: lastDayOf(row, today),
    ...{ earliest: addMonths(today, -closableMonths), today },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, closeForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.subject')
    await subjects.find(trx, context.scope('subject.edit'), id)
    const name = await closeSubject(trx, actor, id, input, today)
    const closed = { subject_id: id, on: input.on }
    const words = proposalWords(context.t, 'closed_reason', name)
    const { credits } = await proposeForClass(trx, actor, closed, { words, today })
    const flash = credits > 0 ? 'subject_closed_credit' : 'subject_closed'
    return redirectWith(paths.subject.view(id), flash, { name, count: input.enrolments, notes: credits })
  })

export default function CloseSubject() {
  const { row, enrolments, on, earliest, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(closeForm, useActionData<typeof action>(), { on })
  const back = { label: row.name, href: paths.subject.view(row.id) }
  const head = { title: t('subject.close'), subtitle: `${row.name} · ${row.code}`, back }
  if (row.status !== 'active') {
    return (
      <ViewPage {...head}>
        <Notice>
          <p>{t('subject.close_refused')}</p>
        </Notice>
      </ViewPage>
    )
  }
  return (
    <EditPage
      {...head}
      form={form}
      noun="subject"
      keep={t('subject.keep')}
      submit={t('subject.close_confirm', { name: row.name })}
      look="danger"
    >
      <Facts
        items={[
          { label: t('subject.branch_id'), value: row.branch },
          { label: t('subject.schedule'), value: weekWords(row.schedule, t, locale) },
          { label: t('subject.main_trainer_id'), value: row.main_trainer },
          { label: t('subject.ends_on'), value: row.ends_on && formatDate(row.ends_on, locale) },
        ]}
      />
      <Notice tone="warning" title={t('subject.close_ends', { count: enrolments })}>
        {enrolments > 0 && <p>{t('subject.close_earlier')}</p>}
        <p>{t('subject.close_text')}</p>
      </Notice>
      <DateField
        of={fields.on}
        label={t('subject.on')}
        hint={t('subject.on_hint')}
        min={earliest}
        max={today}
      />
      {/* What the page says now, not what it said when it was sent. */}
      <HiddenField of={fields.enrolments} value={String(enrolments)} />
      <HiddenField of={fields.version} value={String(row.version)} />
    </EditPage>
  )
}
