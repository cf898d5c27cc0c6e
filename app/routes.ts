import { index, layout, type RouteConfig, route } from '@remix-run/route-config'
import { apiRoutes } from './addresses/api-routes.ts'
import { arrangementRoutes } from './addresses/arrangement-routes.ts'
import { bankRoutes } from './addresses/bank-routes.ts'
import { counterRoutes } from './addresses/counter-routes.ts'
import { generationRoutes } from './addresses/generation-routes.ts'
import { givingPublicRoutes, givingRoutes } from './addresses/giving-routes.ts'
import { mainRoutes } from './addresses/main-routes.ts'
import { peopleRoutes } from './addresses/people-routes.ts'
import { creditRefundRoutes } from './addresses/refund-routes.ts'
import { registerRoutes, registrationSettingRoutes } from './addresses/register-routes.ts'
import { reminderRoutes } from './addresses/reminder-routes.ts'
import { rolloverRoutes } from './addresses/rollover-routes.ts'
import { helpRoutes } from './addresses/setting/help-routes.ts'
import { brandRoutes, ownSettingRoutes } from './addresses/setting/setting-routes.ts'
import { ownSubscriptionPaperRoutes, ownSubscriptionRoutes } from './addresses/setting/subscription-routes.ts'
import { duitNowRoutes, slipRoutes } from './addresses/slip-routes.ts'
import type { PicturedNoun, ResourceNoun } from './domain/core/resources.ts'

/** The pages and verbs of a noun that an organisation keeps: `category/view/:id` is `routes/tenant/category/view.tsx`. */
function kept(noun: ResourceNoun) {
  const address = noun.replaceAll('_', '-')
  return [
    route(address, `routes/tenant/${address}/list.tsx`),
    route(`${address}/new`, `routes/tenant/${address}/new.tsx`),
    route(`${address}/view/:id`, `routes/tenant/${address}/view.tsx`),
    route(`${address}/edit/:id`, `routes/tenant/${address}/edit.tsx`),
    route(`${address}/status/:id`, `routes/tenant/${address}/status.ts`),
    route(`${address}/remove/:id`, `routes/tenant/${address}/remove.ts`),
  ]
}

/** The picture of one of their rows: the form that brings it, the button that removes it, itself. */
function pictured(noun: PicturedNoun) {
  const address = noun.replaceAll('_', '-')
  return [
    route(`${address}/image/:id`, `routes/tenant/${address}/image.tsx`),
    route(`${address}/image/remove/:id`, `routes/tenant/${address}/image-remove.ts`),
    route(`${address}/picture/:id`, `routes/tenant/${address}/picture.ts`),
  ]
}

/** The URL map of the whole product. A page that is not here does not exist. */
export default [
  // Tenant hosts
  index('routes/tenant/home.ts'),
  route('login', 'routes/tenant/login/email.tsx'),
  route('confirm', 'routes/tenant/confirm.tsx'),
  route('login/phone', 'routes/tenant/login/phone.tsx'),
  route('login/phone/code', 'routes/tenant/login/phone-code.tsx'),
  route('login/phone/again', 'routes/tenant/login/phone-again.ts'),
  route('login/ticket', 'routes/tenant/login/ticket.tsx'),
  ...helpRoutes,
  route('forgot', 'routes/tenant/forgot.tsx'),
  route('reset', 'routes/tenant/reset.tsx'),
  route('invitation', 'routes/tenant/invitation.tsx'),
  route('pay', 'routes/tenant/pay.tsx'),
  route('verify', 'routes/tenant/verify.tsx'),
  route('trace', 'routes/tenant/trace/find.tsx'),
  route('trace/:token', 'routes/tenant/trace/view.tsx'),
  ...givingPublicRoutes,
  // Families that register by themselves
  ...registerRoutes,
  ...brandRoutes,
  layout('routes/tenant/layout.tsx', [
    route('dashboard', 'routes/tenant/dashboard.tsx'),
    route('basket', 'routes/tenant/basket.tsx'),

    route('profile', 'routes/tenant/profile/view.tsx'),
    route('profile/edit', 'routes/tenant/profile/edit.tsx'),
    route('profile/password', 'routes/tenant/profile/password.tsx'),
    route('profile/avatar', 'routes/tenant/profile/avatar.tsx'),
    route('profile/avatar/remove', 'routes/tenant/profile/avatar-remove.ts'),
    route('profile/picture/:id', 'routes/tenant/profile/picture.ts'),
    route('profile/session', 'routes/tenant/profile/session.tsx'),
    route('profile/session/end/:id', 'routes/tenant/profile/session-end.ts'),
    route('profile/session/end-others', 'routes/tenant/profile/sessions-end.ts'),
    route('profile/log', 'routes/tenant/profile/log.tsx'),
    route('profile/switch', 'routes/tenant/profile/switch.ts'),

    route('invoice', 'routes/tenant/invoice/list.tsx'),
    route('invoice/new', 'routes/tenant/invoice/new.tsx'),
    route('invoice/several', 'routes/tenant/invoice/several.tsx'),
    route('invoice/view/:id', 'routes/tenant/invoice/view.tsx'),
    route('invoice/edit/:id', 'routes/tenant/invoice/edit.tsx'),
    route('invoice/issue/:id', 'routes/tenant/invoice/issue.tsx'),
    route('invoice/amend/:id', 'routes/tenant/invoice/amend.tsx'),
    route('invoice/versions/:id', 'routes/tenant/invoice/versions.tsx'),
    route('invoice/cancel/:id', 'routes/tenant/invoice/cancel.tsx'),
    route('invoice/remove/:id', 'routes/tenant/invoice/remove.ts'),
    route('invoice/download/:id', 'routes/tenant/invoice/download.ts'),

    route('invoice/pay/:id', 'routes/tenant/invoice/pay.tsx'),

    route('payment', 'routes/tenant/payment/list.tsx'),
    ...counterRoutes,
    route('payment/view/:id', 'routes/tenant/payment/view.tsx'),
    route('report/payment/cancelPaymentList', 'routes/tenant/payment/cancelled.tsx'),
    route('payment/download/:id', 'routes/tenant/payment/download.ts'),
    route('payment/trace/:id', 'routes/tenant/payment/trace.tsx'),
    route('payment/resend/:id', 'routes/tenant/payment/resend.ts'),
    route('payment/cancel/:id', 'routes/tenant/payment/cancel.tsx'),
    route('cancel-request', 'routes/tenant/cancel-request/list.tsx'),
    route('cancel-request/approve/:id', 'routes/tenant/cancel-request/approve.ts'),
    route('cancel-request/reject/:id', 'routes/tenant/cancel-request/reject.tsx'),
    route('cancel-request/withdraw/:id', 'routes/tenant/cancel-request/withdraw.ts'),
    ...arrangementRoutes,
    route('credit-move', 'routes/tenant/credit-move/list.tsx'),
    route('credit-move/view/:id', 'routes/tenant/credit-move/view.tsx'),
    route('credit-move/new/:id', 'routes/tenant/credit-move/new.tsx'),
    route('credit-move/approve/:id', 'routes/tenant/credit-move/approve.ts'),
    route('credit-move/reject/:id', 'routes/tenant/credit-move/reject.tsx'),
    route('credit-move/withdraw/:id', 'routes/tenant/credit-move/withdraw.ts'),
    ...creditRefundRoutes,
    ...slipRoutes,
    route('credit-note', 'routes/tenant/credit-note/list.tsx'),
    route('credit-note/view/:id', 'routes/tenant/credit-note/view.tsx'),
    route('credit-note/new/:id', 'routes/tenant/credit-note/new.tsx'),
    route('credit-note/write-off/:id', 'routes/tenant/credit-note/write-off.tsx'),
    route('credit-note/approve/:id', 'routes/tenant/credit-note/approve.ts'),
    route('credit-note/reject/:id', 'routes/tenant/credit-note/reject.tsx'),
    route('credit-note/withdraw/:id', 'routes/tenant/credit-note/withdraw.ts'),
    ...bankRoutes,
    route('fpx-transactions', 'routes/tenant/fpx-transaction/list.tsx'),
    route('fpx-transactions/view/:id', 'routes/tenant/fpx-transaction/view.tsx'),
    route('fpx-transactions/enquire/:id', 'routes/tenant/fpx-transaction/enquire.ts'),
    route('fpx-transactions/release/:id', 'routes/tenant/fpx-transaction/release.ts'),
    route('payment-exception', 'routes/tenant/payment-exception/list.tsx'),
    route('payment-exception/view/:id', 'routes/tenant/payment-exception/view.tsx'),
    route('payment-exception/take/:id', 'routes/tenant/payment-exception/take.ts'),
    route('payment-exception/hand-over/:id', 'routes/tenant/payment-exception/hand-over.tsx'),
    route('payment-exception/note/:id', 'routes/tenant/payment-exception/note.tsx'),
    route('payment-exception/resolve/:id', 'routes/tenant/payment-exception/resolve.tsx'),
    route('payment-exception/confirm/:id', 'routes/tenant/payment-exception/confirm.ts'),
    route('payment-exception/reject/:id', 'routes/tenant/payment-exception/reject.ts'),
    route('collection', 'routes/tenant/collection/list.tsx'),
    route('collection/sums', 'routes/tenant/collection/sums.tsx'),
    route('month', 'routes/tenant/month/list.tsx'),
    route('month/view/:month', 'routes/tenant/month/view.tsx'),
    route('month/close/:month', 'routes/tenant/month/close.ts'),
    route('month/reopen/:month', 'routes/tenant/month/reopen.tsx'),

    route('document/:id', 'routes/tenant/document/view.tsx'),
    route('document/file/:id', 'routes/tenant/document/file.ts'),

    route('setting', 'routes/tenant/setting/overview.tsx'),
    route('setting/contact', 'routes/tenant/setting/contact.tsx'),
    route('setting/application', 'routes/tenant/setting/application.tsx'),
    route('setting/payment', 'routes/tenant/setting/payment/view.tsx'),
    route('setting/payment/edit', 'routes/tenant/setting/payment/edit.tsx'),
    route('setting/counter', 'routes/tenant/setting/counter.tsx'),
    route('setting/chip', 'routes/tenant/setting/chip/view.tsx'),
    route('setting/chip/edit', 'routes/tenant/setting/chip/edit.tsx'),
    route('setting/chip/try', 'routes/tenant/setting/chip/try.ts'),
    ...duitNowRoutes,
    ...ownSettingRoutes,
    ...ownSubscriptionRoutes,
    route('setting/label', 'routes/tenant/setting/label.tsx'),
    route('setting/label/reset', 'routes/tenant/setting/label-reset.ts'),
    ...registrationSettingRoutes,
    route('log/audit', 'routes/tenant/log/audit-list.tsx'),
    route('log/audit/view/:id', 'routes/tenant/log/audit-view.tsx'),
    route('log/audit/verify', 'routes/tenant/log/audit-verify.tsx'),
    route('log/audit/anchor-mail', 'routes/tenant/log/audit-anchor-mail.ts'),
    route('log/login', 'routes/tenant/log/login-list.tsx'),

    ...kept('program'),
    ...pictured('program'),
    ...kept('category'),
    ...kept('module'),
    ...kept('subject'),
    ...pictured('subject'),
    route('subject/close/:id', 'routes/tenant/subject/close.tsx'),
    route('subject/reopen/:id', 'routes/tenant/subject/reopen.ts'),
    ...kept('fee_category'),
    ...kept('fee_type'),
    ...kept('line_template'),
    route('subjectFee', 'routes/tenant/subject-fee/list.tsx'),
    route('subjectFee/new', 'routes/tenant/subject-fee/new.tsx'),
    route('subjectFee/view/:id', 'routes/tenant/subject-fee/view.tsx'),
    route('subjectFee/edit/:id', 'routes/tenant/subject-fee/edit.tsx'),
    route('subjectFee/price/:id', 'routes/tenant/subject-fee/price.tsx'),
    route('subjectFee/status/:id', 'routes/tenant/subject-fee/status.ts'),
    route('subjectFee/remove/:id', 'routes/tenant/subject-fee/remove.ts'),
    ...kept('discount'),
    route('discount/trial/:id', 'routes/tenant/discount/trial.tsx'),
    route('discount/trial/file/:id/:format', 'routes/tenant/discount/trial-file.ts'),
    ...kept('payment_option'),
    ...kept('infaq_type'),
    ...pictured('infaq_type'),
    ...kept('zakat_type'),
    ...pictured('zakat_type'),
    ...givingRoutes,

    route('arrears', 'routes/tenant/arrears/list.tsx'),
    ...peopleRoutes,
    ...generationRoutes,
    ...rolloverRoutes,
    ...reminderRoutes,
    ...kept('branch'),
    ...kept('department'),
  ]),
  route('arrangement/print/:id', 'routes/tenant/arrangement/print.tsx'),
  route('credit-note/print/:id', 'routes/tenant/credit-note/print.tsx'),
  route('credit-refund/print/:id', 'routes/tenant/credit-refund/print.tsx'),
  ...ownSubscriptionPaperRoutes,
  route('invoice/print/:id', 'routes/tenant/invoice/print.tsx'),
  route('drawer/print/:id', 'routes/tenant/drawer/print.tsx'),
  route('family/statement/print/:id', 'routes/tenant/family/statement-print.tsx'),
  route('discount/trial/print/:id', 'routes/tenant/discount/trial-print.tsx'),
  route(':name/print', 'routes/tenant/list/print.tsx'),
  route(':name/export/:format', 'routes/tenant/list/export.ts'),
  // The same two for lists whose address has two parts
  route('log/:log/print', 'routes/tenant/list/print.tsx', { id: 'routes/tenant/log.print' }),
  route('log/:log/export/:format', 'routes/tenant/list/export.ts', { id: 'routes/tenant/log.export' }),
  // And for reports, whose address has three
  route('report/:group/:report/print', 'routes/tenant/list/print.tsx', { id: 'routes/tenant/report.print' }),
  route('report/:group/:report/export/:format', 'routes/tenant/list/export.ts', {
    id: 'routes/tenant/report.export',
  }),

  ...mainRoutes,

  // Both; a public code leads from the main host to the organisation that it belongs to
  route('infaq', 'routes/shared/infaq/open.tsx'),
  route('zakat', 'routes/shared/zakat/open.tsx'),
  route('invoice/status/:code', 'routes/shared/invoice/status.tsx'),
  route('payment/submit', 'routes/shared/payment/submit.tsx'),
  route('payment/slip/:code', 'routes/shared/slip/hand-in.tsx'),
  route('payment/slip/:code/withdraw', 'routes/shared/slip/withdraw.ts'),
  route('payment/go/:code', 'routes/shared/payment/go.tsx'),
  route('payment/status/:code', 'routes/shared/payment/status.tsx'),
  route('payment/check/:code', 'routes/shared/payment/check.ts'),
  route('payment/back/:code', 'routes/shared/payment/back.ts'),
  route('payment/retry/:code', 'routes/shared/payment/retry.ts'),
  route('payment/start-over/:code', 'routes/shared/payment/start-over.ts'),
  route('payment/give-up/:code', 'routes/shared/payment/give-up.ts'),
  route('payment/waiting/:token', 'routes/shared/payment/waiting.tsx'),
  route('verify/keys', 'routes/shared/verify/keys.ts'),
  route('verify/:code', 'routes/shared/verify/paper.tsx'),
  route('payment/receipt/:code', 'routes/shared/payment/receipt.tsx'),
  route('payment/receipt/:code/file', 'routes/shared/payment/receipt-file.ts'),
  route('payment/returned', 'routes/shared/payment/returned.tsx'),
  route('login/organisation', 'routes/shared/login/organisation.tsx'),
  route('logout', 'routes/shared/logout.ts'),
  route('language/:locale', 'routes/shared/language.ts'),

  ...apiRoutes,
  route('*', 'routes/shared/not-found.tsx'),
] satisfies RouteConfig
