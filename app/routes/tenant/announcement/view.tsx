import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { textLocales } from '#app/domain/messaging/announcements/announcement.ts'
import type { RecipientFacts } from '#app/domain/messaging/announcements/audience.ts'
import { composedText, schoolOf } from '#app/domain/messaging/announcements/compose.ts'
import {
  announcement,
  audienceNames,
  filesOf,
  mayChange,
  paysCredits,
  receivedMessage,
} from '#app/domain/messaging/announcements/find-announcements.ts'
import { toHtml } from '#app/domain/messaging/texts/markup.ts'
import { languageTag, localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { sendSettingOf } from '#app/server/announcements/setting.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useAudienceFacts } from '#app/ui/messaging/announcement/AudienceFacts.tsx'
import { WrittenText } from '#app/ui/messaging/announcement/WrittenText.tsx'

export const handle = { access: 'announcement.view', title: 'announcement.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { actor } = context
  const scope = context.scope('announcement.view')
  const row = await announcement(db, scope, idOf(params, 'not_found.announcement'))
  const isAuthor = mayChange(actor)
  // Families read what they received and nothing of how it was sent.
  const isOffice = scope.scope !== 'own'
  const [names, files] = await Promise.all([audienceNames(db, scope, row.audience), filesOf(db, row.id)])
  const { codes: _, ...shown } = names
  const own = isOffice ? undefined : await receivedMessage(db, scope, row.id)
  const reader = own && { ...own, facts: own.facts as RecipientFacts }
  const read = reader && composedText(row, [], reader, await schoolOf(db, sendSettingOf(context)))
  const texts = read
    ? [{ locale: read.locale, title: read.subject, sms: null, html: read.html }]
    : textLocales
        .filter((locale) => row[`title_${locale}`])
        .map((locale) => ({
          ...{ locale, title: row[`title_${locale}`], sms: row[`sms_${locale}`] },
          html: toHtml(row[`body_${locale}`] ?? ''),
        }))
  const sends = context.can('announcement.send') || context.can('announcement.send_free')
  return {
    row: {
      ...{ id: row.id, status: row.status, version: row.version, channels: row.channels },
      ...{ is_urgent: row.is_urgent, scheduled_at: row.scheduled_at, started_at: row.started_at },
      ...{ stopped_at: row.stopped_at, recipients: row.recipients, created_at: row.created_at },
      ...{ writer: row.writer, sender: row.sender, stopper: row.stopper, who: row.audience.who },
      ...(paysCredits(actor) ? { reserved: row.reserved_credits, used: row.used_credits } : {}),
    },
    texts,
    files: files.map(({ id, kind, name, size_bytes }) => ({ id, kind, name, size_bytes })),
    names: shown,
    isOffice,
    may: {
      edit: isAuthor && ['draft', 'scheduled'].includes(row.status),
      file: isAuthor && row.status === 'draft',
      send: sends && ['draft', 'scheduled'].includes(row.status),
      cancel: sends && ['scheduled', 'sending'].includes(row.status) && isAuthor,
      remove: context.can('announcement.remove') && ['draft', 'cancelled'].includes(row.status),
      duplicate: context.can('announcement.create'),
      // What became of it, recipient by recipient.
      follow: context.can('announcement.create') && row.started_at !== null,
    },
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function ViewAnnouncement() {
  const { row, texts, files, names, may, isOffice } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale: reads } = usePage()
  const title = texts.find(({ locale }) => locale === reads)?.title
  return (
    <ViewPage
      title={title ?? texts[0]?.title ?? ''}
      back={{ label: t('announcement.plural'), href: paths.announcement.list() }}
      status={isOffice && <StatusBadge status={row.status} />}
      actions={<Actions row={row} may={may} />}
    >
      {isOffice && <Sending row={row} names={names} />}
      {texts.map(({ locale, title: heading, html, sms }) => (
        <Section key={locale} title={localeName(locale)}>
          <div className="group">
            <p lang={languageTag(locale)}>
              <strong>{heading}</strong>
            </p>
            <WrittenText html={html} lang={languageTag(locale)} />
            {isOffice && sms && (
              <p lang={languageTag(locale)}>
                <span className="quiet small">{t('announcement.sms')}</span>
                <br />
                {sms}
              </p>
            )}
          </div>
        </Section>
      ))}
      <FilesSection id={row.id} files={files} mayAdd={may.file} />
    </ViewPage>
  )
}

function Actions({ row, may }: Pick<Loaded, 'row' | 'may'>) {
  const { t } = useTranslation()
  const { id, version } = row
  const fields = { version: String(version) }
  return (
    <>
      {may.send && (
        <LinkButton look="primary" href={paths.announcement.review(id)}>
          {t('announcement.to_review')}
        </LinkButton>
      )}
      {may.follow && (
        <LinkButton href={paths.delivery.list({ announcement: id })}>{t('delivery.plural')}</LinkButton>
      )}
      {may.edit && <LinkButton href={paths.announcement.edit(id)}>{t('common.action.edit')}</LinkButton>}
      {may.duplicate && (
        <PostButton action={paths.announcement.duplicate(id)}>{t('announcement.duplicate')}</PostButton>
      )}
      {may.cancel && (
        <ConfirmButton
          label={t('announcement.cancel')}
          text={t(row.status === 'sending' ? 'announcement.cancel_sending' : 'announcement.cancel_scheduled')}
          confirm={t('announcement.cancel_now')}
          action={paths.announcement.cancel(id)}
        />
      )}
      {may.remove && (
        <ConfirmButton
          label={t('announcement.remove')}
          text={t('announcement.remove_text')}
          confirm={t('announcement.remove')}
          action={paths.announcement.remove(id)}
          fields={fields}
        />
      )}
    </>
  )
}

function Sending({ row, names }: Pick<Loaded, 'row' | 'names'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const audience = useAudienceFacts({ who: row.who }, names)
  const at = (instant: string | Date | null) => instant && formatInstant(instant, locale)
  const channels = row.channels.map((channel) => t(`announcement.channel.${channel}`)).join(', ')
  return (
    <Facts
      items={[
        ...audience,
        { label: t('announcement.channels'), value: channels },
        row.is_urgent && { label: t('announcement.is_urgent'), value: t('common.yes') },
        row.scheduled_at && { label: t('announcement.scheduled_at'), value: at(row.scheduled_at) },
        row.started_at && { label: t('announcement.sent_at'), value: at(row.started_at) },
        row.sender && {
          label: t(row.started_at ? 'announcement.sender' : 'announcement.scheduler'),
          value: row.sender,
        },
        row.stopped_at && {
          label: t('announcement.stopped_at'),
          value: [at(row.stopped_at), row.stopper].filter(Boolean).join(' · '),
        },
        row.recipients !== null && {
          label: t('announcement.recipients'),
          value: formatCount(row.recipients),
        },
        'reserved' in row &&
          row.started_at && {
            label: t('announcement.credits'),
            value: formatCount(row.used ?? row.reserved ?? 0),
          },
        {
          label: t('announcement.writer'),
          value: [row.writer, at(row.created_at)].filter(Boolean).join(' · '),
        },
      ]}
    />
  )
}

function FilesSection({ id, files, mayAdd }: { id: string; files: Loaded['files']; mayAdd: boolean }) {
  const { t } = useTranslation()
  if (files.length === 0 && !mayAdd) return null
  return (
    <Section
      id="files"
      title={t('announcement.files')}
      actions={
        mayAdd && <LinkButton href={paths.announcement.file(id)}>{t('announcement.add_file')}</LinkButton>
      }
    >
      {files.length === 0 ? (
        <p className="quiet">{t('announcement.files_hint')}</p>
      ) : (
        <ul className="facts">
          {files.map((file) => (
            <li key={file.id}>
              <div>
                <a href={paths.announcement.getFile(file.id)}>{file.name}</a>
                <p className="quiet small">
                  {t(`announcement.file_kind.${file.kind}`)} ·{' '}
                  {Math.max(1, Math.round(file.size_bytes / 1_000))} kB
                </p>
              </div>
              {mayAdd && (
                <div className="end">
                  <PostButton look="link" action={paths.announcement.removeFile(file.id)}>
                    {t('announcement.remove_file')}
                  </PostButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
