import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { auditEntry, logScopeOf } from '#app/domain/audit/log/audit.ts'
import { objectPage } from '#app/domain/audit/log/object-page.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AuditEntryView } from '#app/ui/audit/log/AuditEntryView.tsx'

export const handle = { access: 'audit.view', title: 'audit.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await auditEntry(
    await context.read(),
    logScopeOf(context.scope('audit.view')),
    idOf(params, 'not_found.audit_entry'),
  )
  return { entry, page: objectPage(entry.object_type, entry.object_id, context.can) }
}

export default function AuditEntryPage() {
  const { entry, page } = useLoaderData<typeof loader>()
  return <AuditEntryView entry={entry} page={page} list={paths.log.audit()} />
}
