import { index, layout, type RouteConfig, route } from '@remix-run/route-config'

/** The URL map of the whole product. A page that is not here does not exist. */
export default [
  // Tenant hosts
  index('routes/tenant/home.ts'),
  route('login', 'routes/tenant/login.tsx'),
  route('confirm', 'routes/tenant/confirm.tsx'),
  layout('routes/tenant/layout.tsx', [
    route('dashboard', 'routes/tenant/dashboard.tsx'),

    route('profile', 'routes/tenant/profile.view.tsx'),
    route('profile/edit', 'routes/tenant/profile.edit.tsx'),
    route('profile/password', 'routes/tenant/profile.password.tsx'),
    route('profile/avatar', 'routes/tenant/profile.avatar.tsx'),
    route('profile/avatar/remove', 'routes/tenant/profile.avatar-remove.ts'),
    route('profile/picture/:id', 'routes/tenant/profile.picture.ts'),
    route('profile/session', 'routes/tenant/profile.session.tsx'),
    route('profile/session/end/:id', 'routes/tenant/profile.session-end.ts'),
    route('profile/session/end-others', 'routes/tenant/profile.sessions-end.ts'),
    route('profile/log', 'routes/tenant/profile.log.tsx'),
    route('profile/switch', 'routes/tenant/profile.switch.ts'),

    route('invoice', 'routes/tenant/invoice.list.tsx'),
    route('invoice/new', 'routes/tenant/invoice.new.tsx'),
    route('invoice/view/:id', 'routes/tenant/invoice.view.tsx'),
    route('invoice/edit/:id', 'routes/tenant/invoice.edit.tsx'),
    route('invoice/issue/:id', 'routes/tenant/invoice.issue.ts'),
    route('invoice/amend/:id', 'routes/tenant/invoice.amend.tsx'),
    route('invoice/cancel/:id', 'routes/tenant/invoice.cancel.tsx'),
    route('invoice/remove/:id', 'routes/tenant/invoice.remove.ts'),
    route('invoice/download/:id', 'routes/tenant/invoice.download.ts'),

    route('invoice/pay/:id', 'routes/tenant/invoice.pay.tsx'),

    route('payment', 'routes/tenant/payment.list.tsx'),
    route('payment/view/:id', 'routes/tenant/payment.view.tsx'),
    route('payment/download/:id', 'routes/tenant/payment.download.ts'),
    route('payment/resend/:id', 'routes/tenant/payment.resend.ts'),
    route('fpx-transactions', 'routes/tenant/payment.attempts.tsx'),
    route('fpx-transactions/view/:id', 'routes/tenant/payment.attempt.tsx'),
    route('fpx-transactions/enquire/:id', 'routes/tenant/payment.enquire.ts'),
    route('fpx-transactions/release/:id', 'routes/tenant/payment.release.ts'),
    route('collection', 'routes/tenant/collection.list.tsx'),

    route('document/:id', 'routes/tenant/document.view.tsx'),
    route('document/file/:id', 'routes/tenant/document.file.ts'),

    route('category', 'routes/tenant/category.list.tsx'),
    route('category/new', 'routes/tenant/category.new.tsx'),
    route('category/view/:id', 'routes/tenant/category.view.tsx'),
    route('category/edit/:id', 'routes/tenant/category.edit.tsx'),
    route('category/status/:id', 'routes/tenant/category.status.ts'),
    route('category/remove/:id', 'routes/tenant/category.remove.ts'),
  ]),
  route('invoice/print/:id', 'routes/tenant/invoice.print.tsx'),
  route(':name/print', 'routes/tenant/print.tsx'),
  route(':name/export/:format', 'routes/tenant/export.ts'),

  // Main host
  index('routes/main/home.ts', { id: 'routes/main/home' }),
  route('admin/login', 'routes/main/login.tsx'),
  route('admin/confirm', 'routes/main/confirm.tsx'),
  layout('routes/main/layout.tsx', [
    route('admin/dashboard', 'routes/main/dashboard.tsx'),
    route('admin/collection', 'routes/main/collection.list.tsx'),
    route('admin/job', 'routes/main/job.list.tsx'),
    route('admin/job/view/:id', 'routes/main/job.view.tsx'),
    route('admin/job/retry/:id', 'routes/main/job.retry.ts'),
  ]),
  route('admin/:name/print', 'routes/main/print.tsx'),
  route('admin/:name/export/:format', 'routes/main/export.ts'),
  route('fpx/direct', 'routes/main/fpx.direct.ts'),
  route('fpx/indirect', 'routes/main/fpx.indirect.ts'),

  // Both; a public code leads from the main host to the organisation that it belongs to
  route('invoice/status/:code', 'routes/shared/invoice.status.tsx'),
  route('payment/submit', 'routes/shared/payment.submit.tsx'),
  route('payment/go/:code', 'routes/shared/payment.go.tsx'),
  route('payment/status/:code', 'routes/shared/payment.status.tsx'),
  route('payment/check/:code', 'routes/shared/payment.check.ts'),
  route('payment/retry/:code', 'routes/shared/payment.retry.ts'),
  route('payment/start-over/:code', 'routes/shared/payment.start-over.ts'),
  route('payment/receipt/:code', 'routes/shared/payment.receipt.tsx'),
  route('payment/receipt/:code/file', 'routes/shared/payment.receipt-file.ts'),
  route('payment/returned', 'routes/shared/payment.returned.tsx'),
  route('logout', 'routes/shared/logout.ts'),
  route('language/:locale', 'routes/shared/language.ts'),
  route('*', 'routes/shared/not-found.tsx'),
] satisfies RouteConfig
