import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { auditEntry, entityOfEntry, platformAuditList } from '#app/domain/audit/log/audit.ts'
import { platformObjectPage } from '#app/domain/audit/log/object-page.ts'
import { paths } from '#app/paths.ts'
import { enterLogOf, operatorLogScope } from '#app/server/documents/audit-log.ts'
import { searchIn } from '#app/server/lists/list-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AuditEntryView } from '#app/ui/audit/log/AuditEntryView.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** One entry of the platform's log, or of one organisation's. */
export const handle = { access: 'operator', title: 'audit.one' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.audit_entry')
  const scope = operatorLogScope(context)
  const { entity } = searchIn(request, platformAuditList)
  if (entity) {
    const { name } = await enterLogOf(context, entity)
    const entry = await auditEntry(await context.read(), scope, id)
    return { entry, of: entity, entity: name, page: null }
  }
  const db = await context.read()
  const [entry, name] = await Promise.all([auditEntry(db, scope, id), entityOfEntry(db, id)])
  const page = platformObjectPage(entry.object_type, entry.object_id, context.operatorCan)
  return { entry, of: null, entity: name, page }
}

export default function PlatformAuditEntry() {
  const { entry, of, entity, page } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <AuditEntryView
      entry={entry}
      entity={entity}
      page={page}
      list={paths.admin.log.audit()}
      keep={{ entity: of ?? undefined }}
    >
      {of && <Notice>{t('audit.entity_note')}</Notice>}
    </AuditEntryView>
  )
}
