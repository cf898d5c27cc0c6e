import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** Calls of the API, listed in app/server/api/calls.ts */
export const apiRoutes: RouteConfigEntry[] = [
  route('api/auth/login/email', 'routes/shared/api/auth-login-email.ts'),
  route('api/auth/login/otp/request', 'routes/tenant/api/auth-login-otp-request.ts'),
  route('api/auth/login/otp/verify', 'routes/tenant/api/auth-login-otp-verify.ts'),
  route('api/auth/forgot/email', 'routes/shared/api/auth-forgot-email.ts'),
  route('api/auth/reset/token', 'routes/shared/api/auth-reset-token.ts'),
  route('api/profile/view', 'routes/tenant/api/profile-view.ts'),
  route('api/profile/log/login', 'routes/tenant/api/profile-log-login.ts'),
  route('api/profile/password', 'routes/tenant/api/profile-password.ts'),
  route('api/profile/update', 'routes/tenant/api/profile-update.ts'),
  route('api/entity/init', 'routes/shared/api/entity-init.ts'),
  route('api/entity/view', 'routes/tenant/api/entity-view.ts'),
  route('api/entity/register', 'routes/main/api/entity-register.ts'),
  route('api/entity/public', 'routes/tenant/api/entity-public.ts'),
  route('api/entity/update', 'routes/tenant/api/entity-update.ts'),
  route('api/entity/subscription/renew', 'routes/tenant/api/entity-subscription-renew.ts'),
  route('api/entity/subscription/invoice', 'routes/tenant/api/entity-subscription-invoice.ts'),
  route('api/entity/smtp/test', 'routes/tenant/api/entity-smtp-test.ts'),
  route('api/entity/smtp/verify', 'routes/tenant/api/entity-smtp-verify.ts'),
  route('api/entity/branch', 'routes/tenant/api/entity-branch.ts'),
  route('api/entity/label', 'routes/tenant/api/entity-label.ts'),
  route('api/openapi.json', 'routes/shared/api/openapi.ts'),
  route('api/*', 'routes/shared/api/not-found.ts'),
]
