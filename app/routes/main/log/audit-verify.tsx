import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { lastVerification } from '#app/domain/audit/seals/verify.ts'
import { paths } from '#app/paths.ts'
import { submitVerification } from '#app/server/documents/audit-log.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { VerifyView } from '#app/ui/audit/log/VerifyView.tsx'

/** Whether the platform's audit log is as it was sealed. */
export const handle = { access: 'admin.audit.view', title: 'audit.verify.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { last: await lastVerification(await context.read()) }
}

export const action = (args: ActionFunctionArgs) => submitVerification(args, paths.admin.log.verify())

export default function VerifyPlatformLog() {
  const { last } = useLoaderData<typeof loader>()
  return <VerifyView last={last} result={useActionData<typeof action>()} list={paths.admin.log.audit()} />
}
