import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { ArchiveStatus } from '#app/domain/reporting/archives/archive.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'

export interface FamilyFile {
  id: string
  status: ArchiveStatus
  created_at: Date | string
  expires_at: Date | string | null
}

interface FamilyFilesProps {
  title: string
  subtitle: string
  back?: { label: string; href: string } | undefined
  /** The button that asks for a new one. */
  make: { label: string; action: string }
  files: readonly FamilyFile[]
  form_key: string
}

const columns = columnsOf<FamilyFile>()(
  { key: 'created_at', label: 'archive.created_at', kind: 'instant', room: 'who' },
  { key: 'expires_at', label: 'archive.expires_at', kind: 'instant' },
  { key: 'status', label: 'archive.status', kind: 'status', room: 'much' },
)

/** What a family may take of itself: what it holds, the button, and those that were made lately. */
export function FamilyFiles({ title, subtitle, back, make, files, form_key }: FamilyFilesProps) {
  const { t } = useTranslation()
  return (
    <ViewPage title={title} subtitle={subtitle} back={back}>
      <p>{t('archive.family.what')}</p>
      <p className="quiet">{t('archive.family.other_parent')}</p>
      <div className="actions">
        <PostButton action={make.action} look="primary" fields={{ form_key }}>
          {make.label}
        </PostButton>
      </div>
      {files.length > 0 ? (
        <TableSection
          title={t('archive.family.made')}
          columns={columns}
          rows={files}
          open={({ id }) => paths.family_archive.view(id)}
          cells={{ status: ({ status }) => <StatusBadge status={status} /> }}
        />
      ) : (
        <Section title={t('archive.family.made')}>
          <EmptyState title={t('archive.family.empty')} hint={t('archive.family.empty_hint')} />
        </Section>
      )}
    </ViewPage>
  )
}
