/** Where an organisation's pages are: its subdomain of the main host. From what we know, never from a request. */
export function originOf(
  { subdomain }: { subdomain: string },
  { mainHost, secure }: { mainHost: string; secure: boolean },
): string {
  return `${secure ? 'https' : 'http'}://${subdomain}.${mainHost}`
}

/** The same for the operator's own pages. */
export function originOfMain({ mainHost, secure }: { mainHost: string; secure: boolean }): string {
  return `${secure ? 'https' : 'http'}://${mainHost}`
}
