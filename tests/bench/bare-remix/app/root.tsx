import { Outlet } from '@remix-run/react'
import type { ReactNode } from 'react'
import { organisation, title } from '../../list-page/words.ts'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${organisation}`}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/lists.css" />
        <style>{':root{--tenant:#0f5f4c}'}</style>
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
