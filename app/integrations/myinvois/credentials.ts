/** How somebody logs in at the portal. */
export interface PortalCredentials {
  clientId: string
  /** The second one is tried when the portal refuses the first. */
  secrets: readonly [first: string, second?: string]
  /** The taxpayer whom an intermediary logs in for: a TIN, or a TIN and a registration number with a colon between them. */
  onBehalfOf?: string | undefined
}
