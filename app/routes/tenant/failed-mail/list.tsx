import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { failedMails } from '#app/domain/reporting/failed-mails/failed-mails.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** E-mails that could not be delivered: whose, why, and what to do about each. */
export const handle = { access: 'family.contact', title: 'failed_mail.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return {
    rows: await failedMails(await context.read(), context.scope('family.contact')),
    mayEdit: { parent: context.can('parent.edit'), staff: context.can('staff.edit') },
  }
}

export default function FailedMails() {
  const { rows, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader title={t('failed_mail.plural')} subtitle={t('failed_mail.subtitle')} />
      {rows.length === 0 && <EmptyState title={t('failed_mail.empty')} hint={t('failed_mail.empty_hint')} />}
      {rows.map(({ id, job, about, recipient, reason, failed_at, parent_id, parent, colleague }) => (
        <Section key={id} title={t(`failed_mail.jobs.${job}`, { about })}>
          <p>
            {parent && parent_id ? <a href={paths.family.view(parent_id)}>{parent}</a> : colleague}{' '}
            <b>{recipient}</b>, {formatInstant(failed_at, locale)}
          </p>
          <p>{t(`invoice.history.failures.${reason}`)}</p>
          <div className="actions">
            <PostButton action={paths.failed_mail.send(id)} look="primary">
              {t('failed_mail.send')}
            </PostButton>
            {parent_id && mayEdit.parent && (
              <LinkButton href={paths.parent.edit(parent_id)}>{t('failed_mail.correct')}</LinkButton>
            )}
            <PostButton action={paths.failed_mail.dismiss(id)}>{t('failed_mail.dismiss')}</PostButton>
          </div>
        </Section>
      ))}
    </>
  )
}
