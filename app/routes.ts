import { index, layout, type RouteConfig, route } from '@remix-run/route-config'

/** The URL map of the whole product. A page that is not here does not exist. */
export default [
  // Tenant hosts
  index('routes/tenant/home.ts'),
  route('login', 'routes/tenant/login.tsx'),
  layout('routes/tenant/layout.tsx', [
    route('dashboard', 'routes/tenant/dashboard.tsx'),

    route('category', 'routes/tenant/category.list.tsx'),
    route('category/new', 'routes/tenant/category.new.tsx'),
    route('category/view/:id', 'routes/tenant/category.view.tsx'),
    route('category/edit/:id', 'routes/tenant/category.edit.tsx'),
    route('category/status/:id', 'routes/tenant/category.status.ts'),
    route('category/remove/:id', 'routes/tenant/category.remove.ts'),
  ]),
  route(':name/print', 'routes/tenant/print.tsx'),
  route(':name/export/:format', 'routes/tenant/export.ts'),

  // Main host
  index('routes/main/home.ts', { id: 'routes/main/home' }),
  route('admin/login', 'routes/main/login.tsx'),
  layout('routes/main/layout.tsx', [
    route('admin/dashboard', 'routes/main/dashboard.tsx'),
    route('admin/collection', 'routes/main/collection.list.tsx'),
  ]),

  // Both
  route('logout', 'routes/shared/logout.ts'),
  route('language/:locale', 'routes/shared/language.ts'),
  route('*', 'routes/shared/not-found.tsx'),
] satisfies RouteConfig
