import { z } from 'zod'
import type { Access } from '#app/domain/core/access/route-access.ts'
import type { Side } from '#app/server/routing/site.ts'
import type { ApiCode } from './codes.ts'
import * as account from './schemas/account.ts'
import * as entity from './schemas/entity.ts'
import * as platform from './schemas/platform.ts'

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT'
  does: string
  access: Access
  on: readonly Side[]
  query?: z.ZodObject
  body?: z.ZodObject
  result: z.ZodType
  /** Besides what every call may refuse. */
  errors: readonly ApiCode[]
  idempotent?: true
}

const both = ['main', 'tenant'] as const
const tenant = ['tenant'] as const
const main = ['main'] as const

/** By address below `/api/`. Routes, the OpenAPI document and the table of docs/api.md are held against these. */
export const apiCalls = {
  'auth/login/email': {
    method: 'POST',
    does: 'Sign in by e-mail and password',
    access: 'guest',
    on: both,
    body: account.login,
    result: account.signedInEither,
    errors: [
      'AUTH_FAILED',
      'AUTH_CODE_REQUIRED',
      'AUTH_INVALID_CREDENTIALS',
      'AUTH_INACTIVE',
      'ROLE_UNSUITABLE',
      'ADMIN_INVALID_CREDENTIALS',
    ],
  },
  'auth/login/otp/request': {
    method: 'POST',
    does: 'Ask for a code by SMS or WhatsApp',
    access: 'guest',
    on: tenant,
    body: account.otpRequest,
    result: account.otpRequested,
    errors: ['AUTH_INACTIVE', 'AUTH_FAILED'],
    idempotent: true,
  },
  'auth/login/otp/verify': {
    method: 'POST',
    does: 'Sign in by the code',
    access: 'guest',
    on: tenant,
    body: account.otpVerify,
    result: account.signedIn,
    errors: ['AUTH_OTP_INVALID', 'AUTH_INACTIVE', 'ROLE_UNSUITABLE'],
  },
  'auth/forgot/email': {
    method: 'POST',
    does: 'Ask for a mail with a recovery link',
    access: 'guest',
    on: both,
    body: account.forgot,
    result: account.forgotten,
    errors: ['AUTH_INACTIVE'],
    idempotent: true,
  },
  'auth/reset/token': {
    method: 'POST',
    does: 'Set a new password with the token of that link',
    access: 'guest',
    on: both,
    body: account.reset,
    result: account.resetDone,
    errors: [
      'AUTH_TOKEN_INVALID',
      'AUTH_TOKEN_EXPIRED',
      'AUTH_RECOVERY_EXPIRED',
      'AUTH_RESET_FAILED',
      'AUTH_INACTIVE',
    ],
  },
  'profile/view': {
    method: 'GET',
    does: 'The own account and profile',
    access: 'profile.view',
    on: tenant,
    result: account.profile,
    errors: [],
  },
  'profile/log/login': {
    method: 'GET',
    does: 'How the own account was signed in to, the newest first',
    access: 'profile.view',
    on: tenant,
    query: account.logSearch,
    result: account.log,
    errors: [],
  },
  'profile/password': {
    method: 'PUT',
    does: 'A new password; ends all other sessions and gives a new token',
    access: 'profile.edit',
    on: tenant,
    body: account.password,
    result: account.passwordChanged,
    errors: ['AUTH_PASSWORD_INVALID', 'VERSION_CONFLICT'],
  },
  'profile/update': {
    method: 'PUT',
    does: 'Change the own account and profile; a new phone or address waits for its code on the profile page',
    access: 'profile.edit',
    on: tenant,
    body: account.profileChange,
    result: account.profile,
    errors: ['VERSION_CONFLICT', 'DUPLICATE_RECORD'],
  },
  'entity/init': {
    method: 'POST',
    does: 'What a client needs before anybody has signed in',
    access: 'guest',
    on: both,
    body: z.strictObject({}),
    result: platform.start,
    errors: [],
  },
  'entity/view': {
    method: 'GET',
    does: 'The organisation, as far as the role may see it',
    access: 'entity.view',
    on: tenant,
    result: z.object({ entity: entity.entity }),
    errors: [],
  },
  'entity/register': {
    method: 'POST',
    does: 'Ask to be let in as an organisation',
    access: 'guest',
    on: main,
    body: platform.registration,
    result: platform.registered,
    errors: ['DUPLICATE_SUBDOMAIN', 'ENTITY_REGISTER_FAILED', 'NOT_FOUND_PACKAGE'],
    idempotent: true,
  },
  'entity/public': {
    method: 'GET',
    does: 'What anybody may know of the organisation',
    access: 'guest',
    on: tenant,
    result: z.object({ entity: entity.publicEntity }),
    errors: [],
  },
  'entity/update': {
    method: 'PUT',
    does: 'Change fields of the organisation; name the version that was read',
    access: 'entity.edit',
    on: tenant,
    body: entity.entityChange,
    result: z.object({ entity: entity.entity }),
    errors: ['VERSION_CONFLICT'],
  },
  'entity/subscription/renew': {
    method: 'POST',
    does: 'Order one to three more years of a package',
    access: 'subscription.renew',
    on: tenant,
    body: platform.renewal,
    result: platform.renewed,
    errors: ['ENTITY_RENEW_FAILED', 'NOT_FOUND_PACKAGE', 'NOT_FOUND_SUBSCRIPTION'],
    idempotent: true,
  },
  'entity/subscription/invoice': {
    method: 'GET',
    does: 'Invoices of the platform, of one year if `year` is given',
    access: 'subscription.view',
    on: tenant,
    query: platform.invoiceSearch,
    result: platform.invoices,
    errors: [],
  },
  'entity/smtp/test': {
    method: 'POST',
    does: 'Send a code through the own mail server',
    access: 'smtp.test',
    on: tenant,
    body: entity.mailTest,
    result: entity.mailTestResult,
    errors: ['SMTP_NOT_SETUP', 'SMTP_TEST_FAILED'],
    idempotent: true,
  },
  'entity/smtp/verify': {
    method: 'POST',
    does: 'Confirm that the code has arrived',
    access: 'smtp.test',
    on: tenant,
    body: entity.mailCode,
    result: entity.mailVerified,
    errors: ['SMTP_VERIFY_FAILED'],
  },
  'entity/branch': {
    method: 'GET',
    does: 'Branches that the role may see',
    access: 'branch.view',
    on: tenant,
    result: z.object({ branches: z.array(entity.branch) }),
    errors: [],
  },
  'entity/label': {
    method: 'PUT',
    does: 'Own words of one language',
    access: 'label.edit',
    on: tenant,
    body: entity.labelChange,
    result: entity.labelsChanged,
    errors: ['VERSION_CONFLICT'],
  },
} as const satisfies Record<string, ApiCall>

export type CallName = keyof typeof apiCalls

/** A call's or the description's; undefined where there is nothing. */
export function allowedAt(path: string): string | undefined {
  const calls: Record<string, Pick<ApiCall, 'method'>> = { ...apiCalls, 'openapi.json': { method: 'GET' } }
  return calls[path.toLowerCase().replace(/^\/api\//, '')]?.method
}
