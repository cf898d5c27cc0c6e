import { readSwitches, type Switches } from './switches.ts'

/** The portal's schemes for an identity beside the TIN. */
export const ID_TYPES = ['NRIC', 'PASSPORT', 'BRN', 'ARMY'] as const
export type IdType = (typeof ID_TYPES)[number]

/** Who is known to the tax authority. */
export interface Taxpayer {
  tin: string
  name: string
  idType: IdType
  idValue: string
  /** The authority holds an older company number, so that the pair does not match. */
  outdated?: boolean
  sst?: string
  ttx?: string
  email?: string
  phone?: string
  msic?: string
  activity?: string
  address?: readonly string[]
  postcode?: string
  city?: string
  state?: string
  country?: string
  /** What the taxpayer's QR code holds, in Base64; made when it is left out. */
  qr?: string
}

/** An ERP that was registered in the portal. */
export interface Client {
  clientId: string
  /** One or two; both end at the same time. */
  secrets: readonly string[]
  /** Whose profile was active when it was registered. */
  tin: string
  name: string
  /** Epoch milliseconds. */
  endsAt: number
  /** Credentials of the other environment are refused here. */
  environment: 'sandbox' | 'production'
}

export const PERMISSIONS = ['submit', 'cancel', 'view'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** A taxpayer lets an intermediary act for them. */
export interface Appointment {
  intermediaryTin: string
  tin: string
  /** Of a sole proprietor: the business, named behind the TIN. */
  rob?: string
  permissions: readonly Permission[]
}

/** Times are milliseconds. */
export interface MyInvoisSandboxOptions {
  /** `production` is refused: a portal that anybody can register with must never stand where taxes are reported. */
  mode: 'demo' | 'test' | 'production'
  /** Keys and the memory of past documents. */
  directory: string
  /** Where it is mounted, without a slash at the end. */
  basePath: string
  /** How a browser reaches it: the base of the portal's pages and of share links. */
  publicUrl: string
  /** Opens `/__control/*`, which can do anything. */
  control?: boolean
  /** Epoch milliseconds; a test may let a day pass at once. */
  clock?: () => number
  /** Which of the two portals it plays. */
  environment?: 'sandbox' | 'production'
  /** Known from the start; `name` and `endsAt` may be left out. */
  clients?: readonly (Pick<Client, 'clientId' | 'secrets' | 'tin'> & Partial<Client>)[]
  taxpayers?: readonly Taxpayer[]
  appointments?: readonly Appointment[]
  switches?: Partial<Switches>
}

export type Settings = Required<Omit<MyInvoisSandboxOptions, 'switches' | 'clients'>> & {
  switches: Switches
  clients: readonly Client[]
}

const YEAR = 365 * 86_400_000

/** Throws for production and for addresses that are none. */
export function readOptions(options: MyInvoisSandboxOptions): Settings {
  if (options.mode === 'production') throw new Error('the MyInvois sandbox does not run in production')
  if (!/^(\/[\w.-]+)*$/.test(options.basePath)) throw new Error(`not a base path: ${options.basePath}`)
  new URL(options.publicUrl)
  const { clock = Date.now, environment = 'sandbox' } = options
  const clients = (options.clients ?? []).map((client) => ({
    name: client.tin,
    endsAt: clock() + 3 * YEAR,
    environment,
    ...client,
  }))
  return {
    control: false,
    taxpayers: [],
    appointments: [],
    ...options,
    clock,
    environment,
    clients,
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    switches: readSwitches(options.switches ?? {}),
  }
}
