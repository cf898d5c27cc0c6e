import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { offers, priceOf } from '#app/domain/platform/packages/find-packages.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FrontPage } from '#app/ui/platform/front/FrontPage.tsx'

/** The front page of the product. Who has a session here is an operator, and is led to the dashboard. */
export const handle = {
  access: 'guest',
  title: 'front.home.title',
  description: 'front.home.description',
  look: 'public',
  statuses: false,
  offers: true,
  front: true,
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  // Of a session that is over the dashboard says so, and leads on to the sign-in page.
  if (context.profile !== 'none') throw redirect(paths.admin.dashboard())
  return { offered: (await offers(await context.read())).map(priceOf) }
}

export default function Home() {
  const { offered } = useLoaderData<typeof loader>()
  return <FrontPage offers={offered} />
}
