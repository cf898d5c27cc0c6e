/** Passed in: nothing of the client reads a file or a global. */
export interface FpxConfig {
  /** Without a trailing `/FPXMain`, e.g. `https://uat.mepsfpx.com.my`. */
  url: string
  /** As a browser reaches it, where that differs: the sandbox behind the product's own host. */
  browserUrl?: string
  /** `EX########` */
  exchangeId: string
  /** From the registration with the acquiring bank; `01` in every sample. */
  sellerBankCode: string
  /** RSA, in PEM. */
  privateKey: string
  /** PayNet's certificates, X.509 PEM: the current one and, around its expiry, the next. */
  certificates: readonly string[]
  /** Ours, X.509 PEM, under which PayNet knows our key; null when we were not told where it is. */
  ownCertificate: string | null
  /** `production` hides the test banks. */
  environment: 'uat' | 'production'
  /** No bank stands behind it. */
  sandbox?: true
}

const PATHS = {
  /** The browser posts the AR here, full window: banks refuse frames, pop-ups and web views. */
  authorize: '/FPXMain/seller2DReceiver.jsp',
  enquiry: '/FPXMain/sellerNVPTxnStatus.jsp',
  banks: '/FPXMain/RetrieveBankList',
  /** FPX's terms, which the pay page must link to in a new window. */
  terms: '/FPXMain/termsAndConditions.jsp',
} as const

/** `authorize` and `terms` are for browsers. */
export function fpxUrl(config: Pick<FpxConfig, 'url' | 'browserUrl'>, service: keyof typeof PATHS): string {
  const forBrowsers = service === 'authorize' || service === 'terms'
  const url = (forBrowsers && config.browserUrl) || config.url
  return url.replace(/\/+$/, '') + PATHS[service]
}
