import { bare, pages } from './pages.ts'

export const api = pages('shared/api', {
  authLoginEmail: bare('/api/auth/login/email', 'guest'),
  authLoginOtpRequest: bare('/api/auth/login/otp/request', 'guest', 'tenant/api/auth-login-otp-request'),
  authLoginOtpVerify: bare('/api/auth/login/otp/verify', 'guest', 'tenant/api/auth-login-otp-verify'),
  authForgotEmail: bare('/api/auth/forgot/email', 'guest'),
  authResetToken: bare('/api/auth/reset/token', 'guest'),
  profileView: bare('/api/profile/view', 'profile.view', 'tenant/api/profile-view'),
  profileLogLogin: bare('/api/profile/log/login', 'profile.view', 'tenant/api/profile-log-login'),
  profilePassword: bare('/api/profile/password', 'profile.edit', 'tenant/api/profile-password'),
  profileUpdate: bare('/api/profile/update', 'profile.edit', 'tenant/api/profile-update'),
  entityInit: bare('/api/entity/init', 'guest'),
  entityView: bare('/api/entity/view', 'entity.view', 'tenant/api/entity-view'),
  entityRegister: bare('/api/entity/register', 'guest', 'main/api/entity-register'),
  entityPublic: bare('/api/entity/public', 'guest', 'tenant/api/entity-public'),
  entityUpdate: bare('/api/entity/update', 'entity.edit', 'tenant/api/entity-update'),
  entitySubscriptionRenew: bare(
    '/api/entity/subscription/renew',
    'subscription.renew',
    'tenant/api/entity-subscription-renew',
  ),
  entitySubscriptionInvoice: bare(
    '/api/entity/subscription/invoice',
    'subscription.view',
    'tenant/api/entity-subscription-invoice',
  ),
  entitySmtpTest: bare('/api/entity/smtp/test', 'smtp.test', 'tenant/api/entity-smtp-test'),
  entitySmtpVerify: bare('/api/entity/smtp/verify', 'smtp.test', 'tenant/api/entity-smtp-verify'),
  entityBranch: bare('/api/entity/branch', 'branch.view', 'tenant/api/entity-branch'),
  entityLabel: bare('/api/entity/label', 'label.edit', 'tenant/api/entity-label'),
  openapi: bare('/api/openapi.json', 'guest'),
  notFound: bare('/api/*', 'guest'),
})
