import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { setHealth } from '#app/domain/people/students/change-student.ts'
import { healthOf } from '#app/domain/people/students/find-students.ts'
import { healthDetail, healthForm } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { HealthForm } from '#app/ui/people/student/Health.tsx'

/** Who may look only so that it is written down comes here from the page that does so. */
export const handle = { access: 'health.edit', title: 'student.health' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('health.edit')
  const row = await healthOf(await context.read(), scope, idOf(params, 'not_found.student'))
  const { id, name, version } = row
  if (healthDetail(context.actor.roles) === 'logged') return { id, name, version, known: null }
  const { health_conditions, allergies } = row
  return { id, name, version, known: { health_conditions, allergies } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, healthForm, async ({ trx, actor, context }, { version, ...input }) => {
    const id = idOf(args.params, 'not_found.student')
    const name = await setHealth(trx, actor, context.scope('health.edit'), { id, version }, input)
    return redirectWith(paths.student.view(id), 'student_health', { name })
  })

export default function StudentHealth() {
  const { id, name, version, known } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  if (known || answer) return <HealthForm student={{ id, name, version }} known={known} answer={answer} />
  return (
    <ViewPage title={t('student.health_of', { name })} back={{ label: name, href: paths.student.view(id) }}>
      <p>{t('student.health_logged')}</p>
      <PostButton action={paths.student.showHealth(id)}>{t('student.health_show')}</PostButton>
    </ViewPage>
  )
}
