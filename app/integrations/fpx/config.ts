/** All that the client needs to talk to one FPX environment. It is passed in; nothing here reads a file or a global. */
export interface FpxConfig {
  /** Where FPX lives, without a trailing `/FPXMain`, e.g. `https://uat.mepsfpx.com.my`. */
  url: string
  /** The same as a browser reaches it, where that differs: the sandbox behind the product's own host. */
  browserUrl?: string
  /** The platform's exchange, `EX########`. */
  exchangeId: string
  /** From the registration with the acquiring bank; `01` in every sample. */
  sellerBankCode: string
  /** The exchange's RSA private key, PEM. */
  privateKey: string
  /** PayNet's certificates, X.509 PEM: the current one and, around its expiry, the next. */
  certificates: readonly string[]
  /** `production` hides the test banks. */
  environment: 'uat' | 'production'
}

const PATHS = {
  /** The browser posts the AR here, full window: banks refuse frames, pop-ups and web views. */
  authorize: '/FPXMain/seller2DReceiver.jsp',
  enquiry: '/FPXMain/sellerNVPTxnStatus.jsp',
  banks: '/FPXMain/RetrieveBankList',
  /** FPX's terms, which the pay page must link to in a new window. */
  terms: '/FPXMain/termsAndConditions.jsp',
} as const

/** The address of one of FPX's services; `authorize` and `terms` are for browsers. */
export function fpxUrl(config: Pick<FpxConfig, 'url' | 'browserUrl'>, service: keyof typeof PATHS): string {
  const forBrowsers = service === 'authorize' || service === 'terms'
  const url = (forBrowsers && config.browserUrl) || config.url
  return url.replace(/\/+$/, '') + PATHS[service]
}
