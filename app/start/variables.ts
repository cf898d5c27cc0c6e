import { z } from 'zod'
import {
  address,
  gateway,
  key,
  list,
  listOf,
  nameServer,
  networkAddress,
  redisAddress,
  wholeNumber,
  yesOrNo,
} from './variable-kinds.ts'

interface Variable<S extends z.ZodType = z.ZodType> {
  schema: S
  /** The default in words, as docs/configuration.md shows it; empty when there is none. */
  standard: string
  /** Ends the sentence "NAME must be …". */
  expects: string
  purpose: string
  /** A wrong value is not repeated in the message. */
  secret?: boolean
}

const modes = ['demo', 'production', 'test'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable that the product reads, each with its check and its words; the table in docs/configuration.md is this list. */
export const variables = {
  APP_ENV: variable({
    schema: z.enum(modes).default('demo'),
    standard: 'demo',
    expects: 'demo, production or test',
    purpose:
      'Demo fills an empty database with invented organisations; production demands keys, hosts and a database.',
  }),
  PORT: variable({
    schema: wholeNumber(1, 65_535).default(3000),
    standard: '3000',
    expects: 'a whole number from 1 to 65535',
    purpose: 'Port of the web process.',
  }),
  HOST: variable({
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
    standard: '127.0.0.1',
    expects: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
    purpose: 'Address on which the web process listens.',
  }),
  MAIN_HOST: variable({
    schema: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/)
      .optional(),
    standard: 'localhost:PORT',
    expects:
      'a host name in lower case, with a port only when it is not the usual one, such as lunas.example',
    purpose: "The operator's host; each organisation lives on a subdomain of it.",
  }),
  SECURE: variable({
    schema: yesOrNo().optional(),
    standard: 'yes in production, else no',
    expects: 'yes or no',
    purpose: 'Whether browsers arrive over https; cookies and links follow it.',
  }),
  TRUST_PROXY: variable({
    schema: yesOrNo().default(false),
    standard: 'no',
    expects: 'yes or no',
    purpose:
      'Yes when a proxy of yours stands in front and sets X-Forwarded-For and X-Forwarded-Proto itself.',
  }),
  APP_KEY: variable({
    schema: key().optional(),
    standard: 'made once in DATA_DIR (demo)',
    expects: '32 or more random bytes in base64 or hex, such as the output of "openssl rand -base64 32"',
    purpose: 'Secret from which keys and the database password of the application are derived.',
    secret: true,
  }),
  APP_KEY_BEFORE: variable({
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(key()))
      .default([]),
    standard: '',
    expects: 'earlier values of APP_KEY, separated by commas',
    purpose: 'Keys that must still open what they sealed, until "npm run reseal" has sealed it anew.',
    secret: true,
  }),
  OPERATOR_SECOND_FACTOR: variable({
    schema: z.enum(['required', 'optional']).optional(),
    standard: 'required in production, else optional',
    expects: 'required or optional',
    purpose:
      'Whether operators must set up a second factor before anything else. Production demands it; in the demo a notice asks for it.',
  }),
  DATABASE_URL: variable({
    schema: address('postgres:', 'postgresql:').optional(),
    standard: 'Postgres inside the product',
    expects: 'a Postgres address, such as postgresql://owner:password@host:5432/lunas',
    purpose: 'Owner of the database, Postgres 16 or newer, for migrations and commands.',
    secret: true,
  }),
  APP_DATABASE_URL: variable({
    schema: address('postgres:', 'postgresql:').optional(),
    standard: 'DATABASE_URL, as lunas_app if the database is called lunas',
    expects: 'a Postgres address, such as postgresql://lunas_app:password@host:5432/lunas',
    purpose: "The application's own login role, which owns nothing.",
    secret: true,
  }),
  REDIS_URL: variable({
    schema: redisAddress().optional(),
    standard: 'none: jobs wait in Postgres',
    expects: 'a Redis address, such as redis://:password@host:6379/0, or rediss: for an encrypted one',
    purpose: 'Keeps the job queue in Redis; see Redis below.',
    secret: true,
  }),
  WORKER_PORT: variable({
    schema: wholeNumber(1, 65_535).optional(),
    standard: 'none',
    expects: 'a whole number from 1 to 65535',
    purpose: 'Port at which a worker answers `/healthz` and `/readyz`, each worker of a machine at its own.',
  }),
  DATA_DIR: variable({
    schema: z.string().default('.data'),
    standard: '.data',
    expects: 'a folder',
    purpose:
      'Folder of the files of organisations, which all processes share; in the demo also of Postgres and the key.',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(logLevels).optional(),
    standard: 'info in production, warn in the demo',
    expects: 'fatal, error, warn, info, debug, trace or silent',
    purpose: 'The least important line that is still logged.',
  }),
  DNS_SERVERS: variable({
    schema: listOf(nameServer),
    standard: 'those of the machine',
    expects: 'addresses of name servers, separated by commas, such as 192.0.2.53 or [2001:db8::53]:5353',
    purpose: 'Name servers that are asked about domains of organisations.',
  }),
  DOMAIN_ADDRESSES: variable({
    schema: listOf(networkAddress),
    standard: 'those of MAIN_HOST in DNS',
    expects: 'IP addresses, separated by commas',
    purpose: 'Public addresses of the proxy, to which domains of organisations must lead.',
  }),
  ASK_KEY: variable({
    schema: z
      .string()
      .regex(/^[\w-]{16,200}$/)
      .optional(),
    standard: 'none',
    expects: '16 to 200 letters, digits, hyphens and underscores',
    purpose: 'Lets a proxy beyond our own network ask about domains; see Domains of organisations below.',
    secret: true,
  }),
  SMTP_URL: variable({
    schema: address('smtp:', 'smtps:').optional(),
    standard: 'the sandbox (demo)',
    expects: 'a mail server, such as smtp://user:password@host:587',
    purpose: 'Mail server for organisations that have none of their own.',
    secret: true,
  }),
  MAIL_FROM: variable({
    schema: z
      .string()
      .regex(/^[^\r\n]+$/)
      .default('Lunas <no-reply@lunas.test>'),
    standard: 'Lunas <no-reply@lunas.test>',
    expects: 'one line with a mail address, such as Lunas <no-reply@lunas.example>',
    purpose: 'Sender of mail.',
  }),
  SMS_GATEWAY: variable({
    schema: gateway().optional(),
    standard: 'the sandbox (demo)',
    expects: 'JSON with the fields of app/integrations/sms/gateway.ts, such as url, to, text and success',
    purpose: 'How the SMS gateway is spoken to, as JSON; see Messages below.',
    secret: true,
  }),
  WHATSAPP_GATEWAY: variable({
    schema: gateway().optional(),
    standard: 'the sandbox (demo)',
    expects: 'JSON with the fields of app/integrations/sms/gateway.ts, such as url, to, text and success',
    purpose: 'The same for WhatsApp.',
    secret: true,
  }),
  MESSAGES_PER_DAY: variable({
    schema: wholeNumber(0, 999_999).default(2_000),
    standard: '2000',
    expects: 'a whole number from 0 to 999999',
    purpose:
      'Codes by SMS and WhatsApp that the platform pays for in a day; beyond it none is sent, and of what is left no organisation gets more than it leaves to the others.',
  }),
  MAILS_PER_SECOND: variable({
    schema: wholeNumber(1, 200).default(20),
    standard: '20',
    expects: 'a whole number from 1 to 200',
    purpose: 'E-mails of announcements that one worker sends in a second; other e-mails are not held back.',
  }),
  CHIP_URL: variable({
    schema: address('https:', 'http:').optional(),
    standard: 'the sandbox (demo), else CHIP',
    expects: 'a web address',
    purpose: 'API of CHIP Collect; each organisation has keys of its own.',
  }),
  FPX_URL: variable({
    schema: address('https:', 'http:').optional(),
    standard: 'the sandbox (demo)',
    expects: 'a web address',
    purpose: 'FPX exchange.',
  }),
  FPX_EXCHANGE_ID: variable({
    schema: z
      .string()
      .regex(/^EX\d{8}$/)
      .optional(),
    standard: '',
    expects: 'EX and eight digits, as given by PayNet',
    purpose: 'Our exchange id.',
  }),
  FPX_SELLER_BANK_CODE: variable({
    schema: z
      .string()
      .regex(/^\d{2}$/)
      .optional(),
    standard: '',
    expects: 'two digits',
    purpose: "Code of the seller's bank.",
  }),
  FPX_PRIVATE_KEY_FILE: variable({
    schema: z.string().optional(),
    standard: '',
    expects: 'the path of a PEM file',
    purpose: 'Key with which messages to FPX are signed.',
  }),
  FPX_CERTIFICATES: variable({
    schema: list(),
    standard: '',
    expects: 'paths of PEM files, separated by commas',
    purpose: 'Certificates with which messages from FPX are checked: the current one and its successor.',
  }),
  FPX_OWN_CERTIFICATE: variable({
    schema: z.string().optional(),
    standard: '',
    expects: 'the path of a PEM or DER file',
    purpose: 'Our certificate that is registered with PayNet, so that its end is told in time.',
  }),
  CHROMIUM_PATH: variable({
    schema: z.string().optional(),
    standard: 'the one from npm',
    expects: 'the path of a Chromium or Chrome',
    purpose: 'Browser that prints PDF files.',
  }),
  ALLOW_SANDBOX: variable({
    schema: yesOrNo().default(false),
    standard: 'no',
    expects: 'yes or no',
    purpose: 'Lets the sandboxes stand in for outside systems in production, for a trial.',
  }),
  SANDBOX_PORT: variable({
    schema: wholeNumber(1, 65_534).optional(),
    standard: 'PORT + 1 (demo)',
    expects: 'a whole number from 1 to 65534',
    purpose: 'Port of the sandboxes; the port after it takes their mail.',
  }),
  WEB_CONNECTIONS: variable({
    schema: wholeNumber(1, 500).default(10),
    standard: '10',
    expects: 'a whole number from 1 to 500',
    purpose: 'Database connections of one process for pages and jobs.',
  }),
  REPORT_CONNECTIONS: variable({
    schema: wholeNumber(1, 100).default(2),
    standard: '2',
    expects: 'a whole number from 1 to 100',
    purpose: 'Database connections of one process for reports and exports.',
  }),
}

export type Mode = (typeof modes)[number]
export type Variables = { [K in keyof typeof variables]: z.output<(typeof variables)[K]['schema']> }

function variable<S extends z.ZodType>(variable: Variable<S>): Variable<S> {
  return variable
}
