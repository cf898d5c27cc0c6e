import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { openHealth } from '#app/domain/people/students/change-student.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HealthForm } from '#app/ui/people/student/Health.tsx'

/** What a post shows is gone with the next look at the page; showing it again leaves another trace. */
export const handle = { access: 'health.edit', title: 'student.health' } satisfies Handle

export function loader({ params, context }: LoaderFunctionArgs) {
  // The page that follows a post runs this, too.
  if (context.isSubmission) return null
  throw redirect(paths.student.health(encodeURIComponent(params.id ?? '')))
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('health.edit')
  const id = idOf(params, 'not_found.student')
  return context.write((trx) => openHealth(trx, context.actor, scope, id))
}

export default function ShownHealth() {
  const row = useActionData<typeof action>()
  return row ? <HealthForm student={row} known={row} answer={undefined} /> : null
}
