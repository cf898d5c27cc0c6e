import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCertificate } from './certificates/certificate.ts'

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
  /** Ours, X.509 PEM, under which PayNet knows our key; null when its path is not configured. */
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

export interface FpxEnvironment {
  mode: 'demo' | 'production' | 'test'
  sandbox: boolean
  sandboxPort: number
  mainHost: string
  secure: boolean
  dataDir: string
  fpx: {
    url: string | undefined
    exchangeId: string | undefined
    sellerBankCode: string | undefined
    privateKeyFile: string | undefined
    certificates: readonly string[]
    ownCertificateFile?: string | undefined
  }
}

/** Says which key, certificate or setting is missing or unreadable, fit for the operator. */
export class FpxConfigError extends Error {
  override name = 'FpxConfigError'
}

/** The sandbox's registered exchange, and where it is mounted on the main host and on its own port. */
export const SANDBOX_EXCHANGE = 'EX00000000'
export const SANDBOX_PATH = '/sandbox/fpx'

/** The sandbox writes its files there on its first start. */
export function sandboxDirectory(environment: Pick<FpxEnvironment, 'dataDir'>): string {
  return join(environment.dataDir, 'sandbox', 'fpx')
}

/**
 * The client's configuration. Keys and certificates are read from their files at each call (four small ones), so that
 * a certificate put beside the others is in use without a restart; a web process asks at most once in a second.
 *
 * - With a private key file, the real FPX: `fpx.url`, `fpx.exchangeId`, `fpx.sellerBankCode` (`01` if unset),
 *   `fpx.privateKeyFile` (PEM, e.g. `EX00012345.key`) and `fpx.certificates`: files, or folders of `*.cer`, `*.crt`
 *   and `*.pem`, in PEM or DER, e.g. `fpxprod_current.cer` and `fpxprod.cer`. `fpx.ownCertificateFile`, if given, is the
 *   certificate of that key.
 * - Without one, and where sandboxes are allowed, the sandbox: its own exchange, with the key and the certificates
 *   that it has written to `<dataDir>/sandbox/fpx/merchant` and `/published`.
 *
 * Throws FpxConfigError when something is missing or unreadable, and in production for an address that is not https.
 */
export async function fpxConfig(environment: FpxEnvironment): Promise<FpxConfig> {
  const {
    url,
    exchangeId,
    sellerBankCode = '01',
    privateKeyFile,
    certificates,
    ownCertificateFile,
  } = environment.fpx
  if (!privateKeyFile && environment.sandbox) return sandboxConfig(environment)
  if (!url || !exchangeId || !privateKeyFile || certificates.length === 0)
    throw new FpxConfigError(
      'FPX needs its address, the exchange id, a private key and at least one certificate',
    )
  if (environment.mode === 'production' && !url.startsWith('https://'))
    throw new FpxConfigError(`FPX must be reached over https, not ${url}`)

  const privateKey = await readPrivateKey(privateKeyFile)
  return {
    url,
    exchangeId,
    sellerBankCode,
    privateKey,
    certificates: await readCertificates(certificates),
    ownCertificate: ownCertificateFile ? await readOwnCertificate(ownCertificateFile, privateKey) : null,
    environment: environment.mode === 'production' && !isTestHost(url) ? 'production' : 'uat',
  }
}

async function sandboxConfig(environment: FpxEnvironment): Promise<FpxConfig> {
  const directory = sandboxDirectory(environment)
  const merchant = join(directory, 'merchant', SANDBOX_EXCHANGE)
  const privateKey = await readPrivateKey(`${merchant}.key`)
  return {
    url: `http://127.0.0.1:${environment.sandboxPort}${SANDBOX_PATH}`,
    browserUrl: `${environment.secure ? 'https' : 'http'}://${environment.mainHost}${SANDBOX_PATH}`,
    exchangeId: SANDBOX_EXCHANGE,
    sellerBankCode: '01',
    privateKey,
    certificates: await readCertificates([join(directory, 'published')]),
    ownCertificate: await readOwnCertificate(`${merchant}.cer`, privateKey),
    environment: 'uat',
    sandbox: true,
  }
}

/** PayNet's test hosts carry `uat` as a part of their name. */
function isTestHost(url: string): boolean {
  return new URL(url).hostname.split('.').includes('uat')
}

async function readPrivateKey(file: string): Promise<string> {
  const pem = (await read(file)).toString('utf8')
  if (bits(pem) !== 2048) throw new FpxConfigError(`${file} is not a private RSA key of 2048 bits in PEM`)
  return pem
}

function bits(pem: string): number | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key.asymmetricKeyDetails?.modulusLength : undefined
  } catch {
    return undefined
  }
}

/** A renewed certificate that was put beside the old key would else be noticed by PayNet's refusal. */
async function readOwnCertificate(file: string, privateKey: string): Promise<string> {
  const [pem = ''] = await readPems(file)
  const isOurs = readCertificate(pem).publicKey.equals(createPublicKey(privateKey))
  if (!isOurs) throw new FpxConfigError(`${file} is not the certificate of our private key`)
  return pem
}

async function readCertificates(paths: readonly string[]): Promise<string[]> {
  const files = (await Promise.all(paths.map(certificateFiles))).flat()
  return (await Promise.all(files.map(readPems))).flat()
}

async function certificateFiles(path: string): Promise<string[]> {
  if (!(await unlessUnreadable(path, stat(path))).isDirectory()) return [path]
  const names = (await unlessUnreadable(path, readdir(path))).filter((name) => /\.(cer|crt|pem)$/.test(name))
  if (names.length === 0) throw new FpxConfigError(`${path} holds no certificate of FPX`)
  return names.sort().map((name) => join(path, name))
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

async function readPems(file: string): Promise<string[]> {
  const bytes = await read(file)
  const pems = bytes.toString('latin1').match(PEM) ?? [toPem(bytes)]
  try {
    pems.forEach(readCertificate)
  } catch {
    throw new FpxConfigError(`${file} is not an RSA certificate`)
  }
  return pems
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function read(file: string): Promise<Buffer> {
  return unlessUnreadable(file, readFile(file))
}

async function unlessUnreadable<T>(path: string, reading: Promise<T>): Promise<T> {
  return reading.catch((error: Error) => {
    throw new FpxConfigError(`${path} cannot be read: ${error.message}`)
  })
}
