/** From what we configured, never from a request. */
export function originOf(
  { subdomain }: { subdomain: string },
  { mainHost, secure }: { mainHost: string; secure: boolean },
): string {
  return `${secure ? 'https' : 'http'}://${subdomain}.${mainHost}`
}

export function originOfMain({ mainHost, secure }: { mainHost: string; secure: boolean }): string {
  return `${secure ? 'https' : 'http'}://${mainHost}`
}
