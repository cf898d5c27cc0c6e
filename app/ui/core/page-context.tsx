import { createContext, type ReactNode, useContext } from 'react'
import type { ProfileName } from '#app/domain/core/access/access.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { VisibleMenu } from '#app/menu/visible-menu.ts'

/** What the frame of every page knows, error pages included: whose page it is, who reads it, in which language. */
export interface PageInfo {
  nonce: string
  requestId: string
  locale: Locale
  side: 'main' | 'tenant'
  /** Of the host that was asked: `https://lunas.example`. */
  origin: string
  /** Path and query of this page, for links that come back to it. */
  path: string
  organisation: {
    name: string
    /** The language in which it writes first. */
    locale: Locale
    logo: string | null
    /** Above and behind public pages. */
    banner: string | null
    background: string | null
    colour: string | null
    href: string
    /** How to reach the organisation. */
    contact: { phone: string; email: string; hours: string | null } | null
  }
  /** Set on the first page after signing in of somebody who has not chosen their language yet. */
  asksLanguage?: true
  user: {
    name: string
    /** Those that count now, the widest first. */
    roles: readonly string[]
    /** Of a tenant's person: what their picture needs, and the profiles between which they may switch. */
    account?: { id: string; avatar_file: string | null; profiles: ProfileName[]; profile: ProfileName | null }
  } | null
  /** Null for who is not signed in. */
  menu: VisibleMenu | null
  flash: {
    tone: 'success' | 'notice' | 'error'
    key: string
    values?: Record<string, string | number>
  } | null
  /** An operator who looks at the organisation with its consent: who, and until when on a Malaysian clock. */
  helper?: { name: string; until: string }
  /** Shown to staff when the organisation's subscription has run out. */
  over?: 'grace' | 'limited' | 'ended'
  /** Shown to managers before the subscription ends: the days left, and the last day. */
  ending?: { days: number; on: string }
}

const Page = createContext<PageInfo | undefined>(undefined)

export function PageProvider({ page, children }: { page: PageInfo; children: ReactNode }) {
  return <Page.Provider value={page}>{children}</Page.Provider>
}

export function usePage(): PageInfo {
  const page = useContext(Page)
  if (!page) throw new Error('usePage outside of a page')
  return page
}
