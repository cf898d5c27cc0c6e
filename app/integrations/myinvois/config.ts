/** The portal's two systems; which one an organisation reports to is in its setting. */
export type PortalEnvironment = 'sandbox' | 'production'

export interface PortalConfig {
  environment: PortalEnvironment
  /** Of the API and of the login, without a slash at the end. */
  apiUrl: string
  /** Of the pages that anybody may open, such as a shared document, without a slash at the end. */
  portalUrl: string
}

/** Official hosts. */
const hosts: Record<PortalEnvironment, { apiUrl: string; portalUrl: string }> = {
  sandbox: {
    apiUrl: 'https://preprod-api.myinvois.hasil.gov.my',
    portalUrl: 'https://preprod.myinvois.hasil.gov.my',
  },
  production: {
    apiUrl: 'https://api.myinvois.hasil.gov.my',
    portalUrl: 'https://myinvois.hasil.gov.my',
  },
}

/** Where our own sandbox answers: the API below this path, and the pages of the portal below it as well. */
export const portalSandboxPath = '/sandbox/myinvois'

interface SandboxedEnvironment {
  sandbox: boolean
  sandboxPort: number
  mainHost: string
  secure: boolean
}

/**
 * LHDN's own hosts; our sandbox for both of its systems where the sandboxes may stand in. The API is called within the machine,
 * and people open the pages through the main host.
 */
export function portalConfig(
  { sandbox, sandboxPort, mainHost, secure }: SandboxedEnvironment,
  which: PortalEnvironment,
): PortalConfig {
  if (!sandbox) return { environment: which, ...hosts[which] }
  return {
    environment: which,
    apiUrl: `http://127.0.0.1:${sandboxPort}${portalSandboxPath}`,
    portalUrl: `${secure ? 'https' : 'http'}://${mainHost}${portalSandboxPath}`,
  }
}

/**
 * The page of a valid document, which its QR code leads to. Refuses (Error) a blank id: a link without it would lead to the
 * portal's front page.
 */
export function shareLink(
  { portalUrl }: Pick<PortalConfig, 'portalUrl'>,
  uuid: string,
  longId: string,
): string {
  if (!uuid || !longId) throw new Error('only a valid document has a link')
  return `${portalUrl}/${uuid}/share/${longId}`
}
