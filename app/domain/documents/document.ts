import type { RowScope } from '#app/domain/actor.ts'

export const documentKinds = ['receipt', 'invoice', 'list'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What a list's PDF is made of: the list, its filters, and the rows that who asked may see. */
export interface ListParameters {
  name: string
  /** The query of the list's address, such as `status=active&sort=-code`. */
  query: string
  scope: RowScope
  organisation: string
}

export interface DocumentRequest {
  kind: DocumentKind
  subject_id?: string | null
  /** The same text for the same content, so that it is made once. */
  fingerprint: string
  parameters?: ListParameters | Record<string, never>
  locale: 'en' | 'my'
}
