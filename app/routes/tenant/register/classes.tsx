import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import {
  offeredAtATime,
  offeredBranches,
  offeredSubjects,
  priceOf,
} from '#app/domain/enrolment/online-registration/offered.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { OfferedPage } from '#app/ui/enrolment/register/OfferedPage.tsx'

/** What is taught here, when and for how much, for families and whoever thinks of coming. */
export const handle = { access: 'guest', title: 'register.classes', look: 'public' } satisfies Handle

const wanted = z.object({
  q: z.string().trim().max(100).catch(''),
  program: z.uuid().or(z.literal('')).catch(''),
  branch: z.uuid().or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { q, program, branch, page } = wanted.parse(Object.fromEntries(new URL(request.url).searchParams))
  const db = await context.read()
  // One branch at a time: nobody chooses among the classes of two.
  const branches = await offeredBranches(db, context.today)
  const branch_id = branches.find(({ id }) => id === branch)?.id ?? branches[0]?.id
  const [{ rows, count, programs }, open] = await Promise.all([
    offeredSubjects(
      db,
      context.today,
      { q, program_id: program, page, seeking: branch_id ? { branch_id } : {} },
      context.locale,
    ),
    registrationIsOpen(db),
  ])
  return {
    ...{
      open,
      programs,
      branches,
      search: { q, program, branch: branch_id ?? '', page, pages: Math.ceil(count / offeredAtATime), count },
    },
    rows: rows.map(({ fees, starts_on, ...subject }) => ({
      ...subject,
      starts_on: starts_on && starts_on > context.today ? starts_on : null,
      price: priceOf(fees),
    })),
  }
}

export default function Classes() {
  return <OfferedPage {...useLoaderData<typeof loader>()} />
}
